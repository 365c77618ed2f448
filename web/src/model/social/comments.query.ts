import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import type { PostView } from '@waystory/proto/social/post.ts';
import { invalidate } from '../queries/invalidation.ts';
import { keys } from '../queries/keys.ts';
import { queryClient } from '../query-client.ts';
import { opinionsOf } from './reaction.query.ts';
import type { Opinion } from './reaction.ts';

/** An itinerary or a stop, which can have comments. */
export interface Commentable {
  kind: 'itinerary' | 'stop';
  id: string;
}

/** A comment with the signed-in user's reaction; null without one. */
export interface Comment extends PostView {
  opinion: Opinion;
}

export interface CommentPage {
  items: Comment[];
  total: number;
  /** Cursor of the next page. */
  next?: string | undefined;
}

/** Page size, replies included. */
const pageSize = 30;
/** Comments newest first, each followed by its replies, oldest first. */
const inThreads = 'firstCommentAt DESC,createdAt ASC';

async function readPage({ kind, id }: Commentable, after: string | undefined): Promise<CommentPage> {
  const filter = JSON.stringify({ postableType: kind, postableId: id });
  const { items, total, next } = await api.listPosts({ query: { filter, sort: inThreads, limit: pageSize, ...(after && { after }) } });
  const ids = items.map((post) => post.id);
  // Comments are readable even without the user's reactions.
  const opinions = auth.state.person ? await opinionsOf('post', ids).catch(() => null) : null;
  return { items: items.map((post) => ({ ...post, opinion: opinions?.get(post.id) ?? null })), total, next };
}

/** Comments on an itinerary or stop with their replies, in the order that `threadsOf` expects. */
export const commentsOn = (thing: Commentable) =>
  infiniteQueryOptions({
    queryKey: keys.comments.on(thing.kind, thing.id),
    queryFn: ({ pageParam }) => readPage(thing, pageParam),
    // A cursor, because page numbers shift with every new comment.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 30_000,
  });

type Pages = InfiniteData<CommentPage, string | undefined>;

function rewrite(thing: Commentable, change: (page: CommentPage, place: number, pages: readonly CommentPage[]) => CommentPage): void {
  queryClient.setQueryData<Pages>(commentsOn(thing).queryKey, (data) => data && { ...data, pages: data.pages.map(change) });
}

/** Adds a comment at the start, or a reply at the end, so that no thread changes its position. */
export function addComment(thing: Commentable, post: PostView): void {
  const comment: Comment = { ...post, opinion: null };
  rewrite(thing, (page, place, pages) => {
    const before = place === 0 && post.replyToId === null ? [comment] : [];
    const behind = place === pages.length - 1 && post.replyToId !== null ? [comment] : [];
    return { ...page, total: page.total + 1, items: [...before, ...page.items, ...behind] };
  });
}

/** Changes one cached comment. */
export const changeComment = (thing: Commentable, id: string, change: (comment: Comment) => Comment): void =>
  rewrite(thing, (page) => ({ ...page, items: page.items.map((comment) => (comment.id === id ? change(comment) : comment)) }));

export const dropComment = (thing: Commentable, id: string): void =>
  rewrite(thing, (page) => ({ ...page, total: page.total - 1, items: page.items.filter((comment) => comment.id !== id) }));

/** Invalidates the comments of place sheets, which contain the comments of stops. */
export function invalidatePlaceComments({ kind }: Commentable): void {
  invalidate({ kind: 'comment', on: kind });
}
