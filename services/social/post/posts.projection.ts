import type { EventContext } from '@waystory/infra/commands/decider.ts';
import { streamId } from '@waystory/infra/commands/decider.ts';
import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import { type Docs, defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { anyOf, eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { type Post, type PostEvent, post, postEvents, postList } from '@waystory/proto/social/post.ts';
import { likesBy, type ReactionEvent, reactionEvents } from '@waystory/proto/social/reaction.ts';
import { targets } from '../target/targets.projection.ts';
import { evolvePost } from './post.ts';

/** Likes that arrived before their post did or after it went are kept at this version, which no post has and nobody sees. */
const unborn = 0;
const born: Filter = { op: 'ne', field: 'version', value: unborn };

/** Everyone what is not hidden, authors their own, moderators all. */
function visibleTo(principal: Principal): Filter {
  if (isModerator(principal)) return born;
  const open = eq('hidden', false);
  return principal.accountId ? anyOf(open, eq('accountId', principal.accountId)) : open;
}

export const posts = defineCollection({
  name: 'posts',
  doc: post,
  filterable: postList.filterable,
  sortable: postList.sortable,
  indexes: [
    { kind: 'ordered', on: ['-createdAt'] },
    { kind: 'ordered', on: ['postableId', '-createdAt'] },
    { kind: 'ordered', on: ['accountId', '-createdAt'] },
    { kind: 'ordered', on: ['itineraryId', '-createdAt'] },
  ],
  visibleTo,
  under: [{ collection: targets, key: 'postableId' }],
});

/** Holds the likes of a post that is not there. */
const likesOnly = (id: string, likeCount: number): Post => ({
  id,
  text: '',
  imageUrl: null,
  accountId: nobody,
  postableType: 'itinerary',
  postableId: nobody,
  itineraryId: nobody,
  fileId: null,
  file: null,
  hidden: true,
  likeCount,
  version: unborn,
  createdAt: '',
  updatedAt: '',
});
const nobody = '00000000-0000-0000-0000-000000000000';

const isBorn = (doc: Post | undefined): doc is Post => doc !== undefined && doc.version > unborn;

/** A post and its likes may arrive in any order. */
function withLikes(id: string, doc: Post | null | undefined, likeCount: number): Post | undefined {
  if (doc && isBorn(doc)) return { ...doc, likeCount };
  return likeCount === 0 ? undefined : likesOnly(id, likeCount);
}

function change(event: PostEvent & EventContext, docs: Docs<Post>): void {
  const id = streamId(event.stream);
  docs.update(id, (doc) => withLikes(id, evolvePost(isBorn(doc) ? doc : null, event), doc?.likeCount ?? 0));
}

function count(event: ReactionEvent, docs: Docs<Post>): void {
  const { reactableType, reactableId } = event.data;
  const by = likesBy(event);
  if (reactableType !== 'post' || by === 0) return;
  docs.update(reactableId, (doc) => withLikes(reactableId, doc, (doc?.likeCount ?? 0) + by));
}

/** Comments as their readers see them. */
export const postsProjection = defineProjection({
  name: 'posts',
  version: 1,
  collections: { posts },
  reads: joinEvents(postEvents, reactionEvents),
  on: {
    PostCreated: (event, docs) => change(event, docs.posts),
    PostRewritten: (event, docs) => change(event, docs.posts),
    PostHidden: (event, docs) => change(event, docs.posts),
    PostRestored: (event, docs) => change(event, docs.posts),
    PostDeleted: (event, docs) => change(event, docs.posts),
    ReactionAdded: (event, docs) => count(event, docs.posts),
    ReactionSwitched: (event, docs) => count(event, docs.posts),
    ReactionRemoved: (event, docs) => count(event, docs.posts),
  },
});
