import { z } from 'zod';
import { author } from '../itineraries/itinerary.ts';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id, imageUrl, instant, line, reason, text, typedImageUrl, version } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { addNullReason, hidingFields, reasonWith } from '../operations/moderation.ts';
import { targetKind } from './target.ts';

/** Texts of a comment. */
export const postFields = {
  text: line(2_000, 'Write something first').regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'Write something that can be seen'),
  imageUrl: imageUrl.nullable(),
};
const written = z.object(postFields);
const first = written.partial().extend({ text: postFields.text });
const typed = { imageUrl: typedImageUrl.nullable().optional() };

/** An uploaded picture in a post. */
export const postFile = z.object({ url: imageUrl, mimeType: text(100), width: z.int(), height: z.int() });
export type PostFile = z.output<typeof postFile>;

export const postEvents = defineEvents(
  {
    PostCreated: first.extend({
      accountId: id,
      postableType: targetKind,
      postableId: id,
      itineraryId: id.describe('The itinerary that it hangs on, directly or through a stop'),
      fileId: id.nullable().optional(),
      file: postFile.optional(),
      replyToId: id.optional(),
      firstCommentAt: instant.optional(),
    }),
    PostRewritten: z.object({ changes: written.partial() }),
    PostHidden: z.object({ reason: reason.nullable() }),
    PostRestored: z.object({ reason: reason.nullable() }),
    PostDeleted: z.object({}),
  },
  { PostHidden: [addNullReason], PostRestored: [addNullReason] },
);

export type PostEvent = EventOf<typeof postEvents>;

export const postErrors = {
  'post/unknown': 'There is no such comment.',
  'post/file-unknown': 'There is no such upload of yours. Please upload the picture again.',
  'post/target-unknown': 'There is nothing here to comment on.',
  'post/reply-to-unknown': 'There is no such comment here to reply to.',
  'post/not-yours': 'Only the author of a comment may change it.',
  'post/only-moderators': 'Only moderators may hide or restore a comment.',
  'post/other-account': 'A comment can only be written for your own account.',
} as const satisfies ErrorCatalogue;

/** spec 3: Post, a comment on an itinerary or a stop, or a reply to one. */
export const post = written.extend({
  id,
  accountId: id.describe('Its author'),
  postableType: targetKind,
  postableId: id,
  itineraryId: id,
  fileId: id.nullable(),
  file: postFile.nullable(),
  replyToId: id.nullable().describe('The comment that it answers, which may be gone or hidden since; null for a comment of its own'),
  firstCommentAt: instant.describe('When the comment that it answers was written; for a comment of its own, when it was written itself'),
  hidden: z.boolean().describe('Taken out of sight by a moderator; its author still sees it'),
  likeCount: z.int(),
  version,
  createdAt: instant,
  updatedAt: instant,
});
export type Post = z.output<typeof post>;

/** A post with its author. */
export const postView = post.extend({ account: author.nullable() });
export type PostView = z.output<typeof postView>;

/** spec 7: the map reads up to 1000 posts of a stop at a time. `firstCommentAt DESC,createdAt ASC` sorts replies behind their comment. */
export const postList = {
  entity: 'Post',
  filterable: {
    id: 'id',
    postableId: 'id',
    postableType: 'text',
    itineraryId: 'id',
    accountId: 'id',
    replyToId: 'id',
    createdAt: 'time',
    hidden: 'flag',
  },
  forms: { postableType: targetKind },
  sortable: ['createdAt', 'firstCommentAt'],
  defaultSort: 'createdAt DESC',
  maxLimit: 1_000,
} as const satisfies ListSpec;

const params = z.object({ id });

export const postRoutes = defineRoutes({
  createPost: route.post(
    '/posts',
    'Comment on an itinerary or a stop, or reply to a comment there; a reply to a reply is filed under the same comment',
    'posts.create',
    {
      body: first.extend({
        ...typed,
        postableType: targetKind,
        postableId: id,
        accountId: id.optional(),
        fileId: id.nullable().optional(),
        replyToId: id.nullable().optional(),
      }),
      reply: postView,
      errors: ['post/target-unknown', 'post/reply-to-unknown', 'post/file-unknown', 'post/other-account'],
    },
  ),
  listPosts: route.list(
    '/posts',
    'List posts; those of an unlisted itinerary only when the filter names its id or that of its stop as postableId',
    'posts.read',
    postList,
    postView,
  ),
  getPost: route.get('/posts/:id', 'One post', 'posts.read', { params, reply: postView, errors: ['post/unknown'] }),
  patchPost: route.patch('/posts/:id', 'Change a post; moderators hide and restore it', 'posts.write', {
    params,
    body: reasonWith('hidden', written.partial().extend({ ...typed, ...hidingFields })),
    reply: postView,
    errors: ['post/unknown', 'post/not-yours', 'post/only-moderators'],
  }),
  deletePost: route.delete('/posts/:id', 'Delete a post', 'posts.write', { params, errors: ['post/unknown', 'post/not-yours'] }),
});
