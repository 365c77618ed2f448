import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setCommentDraft, useCommentDraft } from '../../../model/social/comment-draft.ts';
import type { Comment, Commentable } from '../../../model/social/comments.query.ts';

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'>;

/**
 * Reads on until the comment is there that somebody was about to answer when they had to sign in.
 * Where it is gone, what they wrote becomes a comment of its own, for them to send or not.
 * @param comments all that were read, undefined before the first.
 */
export function useSoughtDraft(thing: Commentable, comments: readonly Comment[] | undefined, pages: Pages): void {
  const draft = useCommentDraft(thing);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const isSought = draft !== null && draft.replyToId !== null && comments !== undefined && !comments.some(({ id }) => id === draft.replyToId);
  useEffect(() => {
    if (!isSought || isFetching || isFetchNextPageError) return;
    if (hasNextPage) void fetchNextPage();
    else setCommentDraft({ thing: draft.thing, text: draft.text, replyToId: null });
  }, [isSought, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, draft]);
}
