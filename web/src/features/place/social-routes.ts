import { id, instant } from '@waystory/proto/kit/field.ts';
import { pageOf } from '@waystory/proto/kit/list.ts';
import { defineRoutes } from '@waystory/proto/kit/route.ts';
import { z } from 'zod';

/** spec 3: Post, as far as a place shows it. */
const post = z.object({
  id,
  text: z.string().nullable(),
  postableId: id,
  createdAt: instant,
  account: z.object({ userName: z.string().nullable(), avatarUrl: z.string().nullable() }).nullable(),
});
export type Post = z.output<typeof post>;

const reaction = z.object({ id, reactableId: id, reactionType: z.enum(['like', 'dislike']) });
const query = z.object({ limit: z.coerce.number().optional(), sort: z.string().optional(), filter: z.string().optional() });

/** spec 7: reads of posts and reactions. A product without them answers `request/unknown-route`, and what they feed stays hidden. */
export const socialRoutes = defineRoutes({
  listPosts: { method: 'GET', path: '/posts', summary: 'List posts', access: 'posts.read', query, reply: pageOf(post) },
  listReactions: { method: 'GET', path: '/reactions', summary: 'List reactions', access: 'reactions.read', query, reply: pageOf(reaction) },
});
