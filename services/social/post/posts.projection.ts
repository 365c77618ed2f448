import { type EventContext, streamId } from '@waystory/infra/commands/decider.ts';
import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import { type DocOf, type Docs, defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import type { Searchable } from '@waystory/infra/read-models/searchable.ts';
import { handlerForEveryEvent, joinEvents } from '@waystory/proto/kit/event.ts';
import { anyOf, eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { type Post, type PostEvent, post, postEvents, postList } from '@waystory/proto/social/post.ts';
import { likesChangeOf, type ReactionEvent, reactionEvents } from '@waystory/proto/social/reaction.ts';
import { targets } from '../target/targets.projection.ts';
import { evolvePost } from './post.ts';

/** Search index of comments, hidden ones included, because only moderators may search. */
const postSearch: Searchable<Omit<Post, 'likeCount'>> = {
  index: 'posts',
  version: 2,
  texts: { text: 'prose' },
  filters: { accountId: 'id', hidden: 'flag' },
  category: 'post',
  searched: ({ text, accountId, hidden }) => ({ texts: { text }, filters: { accountId, hidden } }),
};

/** Everyone sees comments that are not hidden; authors also see their own hidden ones. Null for moderators, who see all. */
function visibleTo(principal: Principal): Filter | null {
  if (isModerator(principal)) return null;
  const open = eq('hidden', false);
  return principal.accountId ? anyOf(open, eq('accountId', principal.accountId)) : open;
}

export const posts = defineCollection({
  name: 'posts',
  doc: post.omit({ likeCount: true }),
  filterable: postList.filterable,
  sortable: postList.sortable,
  indexes: [
    { kind: 'ordered', on: ['-createdAt'] },
    { kind: 'ordered', on: ['postableId', '-createdAt'] },
    // Sort order of a discussion: each comment is followed by its replies.
    { kind: 'ordered', on: ['postableId', '-firstCommentAt', 'createdAt'] },
    { kind: 'ordered', on: ['replyToId', '-createdAt'] },
    { kind: 'ordered', on: ['accountId', '-createdAt'] },
    { kind: 'ordered', on: ['itineraryId', '-createdAt'] },
    // For moderators, because hidden comments are few among many.
    { kind: 'ordered', on: ['hidden', '-createdAt'] },
  ],
  visibleTo,
  under: [{ collection: targets, key: 'postableId' }],
  search: postSearch,
});

type PostDoc = DocOf<typeof posts>;

/** Number of likes per comment. A separate collection, because events of other streams change it. */
export const postLikes = defineCollection({
  name: 'post-likes',
  doc: post.pick({ id: true, likeCount: true }),
  filterable: {},
  sortable: [],
  indexes: [],
  visibleTo: () => null,
});

function change(event: PostEvent & EventContext, { posts: docs }: { posts: Docs<PostDoc> }): void {
  docs.update(streamId(event.stream), (doc) => {
    const changed = evolvePost(doc ? { ...doc, likeCount: 0 } : null, event);
    if (!changed) return undefined;
    const { likeCount: _, ...own } = changed;
    return own;
  });
}

/** Counts a reaction to a comment, also before the event that creates the comment. */
function count(event: ReactionEvent, { postLikes: docs }: { postLikes: Docs<DocOf<typeof postLikes>> }): void {
  const { reactableType, reactableId: id } = event.data;
  const by = likesChangeOf(event);
  if (reactableType !== 'post' || by === 0) return;
  docs.update(id, (doc) => {
    const likeCount = (doc?.likeCount ?? 0) + by;
    return likeCount === 0 ? undefined : { id, likeCount };
  });
}

export const postsProjection = defineProjection({
  name: 'posts',
  version: 3,
  collections: { posts, postLikes },
  reads: joinEvents(postEvents, reactionEvents),
  on: { ...handlerForEveryEvent(postEvents, change), ...handlerForEveryEvent(reactionEvents, count) },
});
