import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { Skeleton, SkeletonGroup, SkeletonText } from '@waystory/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { MessageCircle } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../model/account/account.query.ts';
import { usePendingDeletions } from '../../../model/saving/use-removal.ts';
import { type CommentDraft, setCommentDraft, useCommentDraft } from '../../../model/social/comment-draft.ts';
import { threadsOf } from '../../../model/social/comment-threads.ts';
import { type Comment, type Commentable, commentsOn } from '../../../model/social/comments.query.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentThreadItem } from './comment-thread.tsx';
import { useAnsweredComments, useSendComment } from './use-send-comment.ts';

/** Form for a new comment. A visitor can write too; sending requires a sign-in, after which the text is restored. */
function NewComment({ thing }: { thing: Commentable }) {
  const { t } = useTranslation('social');
  const { person } = useAuth();
  const { data: me } = useAccount();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useResumedDraft(thing, field);
  const send = useSendComment(thing, null);
  return (
    <div className="flex gap-3">
      {person && <Avatar name={me?.userName ?? '?'} src={me?.avatarUrl ?? null} size="sm" className="mt-1 max-sm:hidden" />}
      <div className="min-w-0 flex-1">
        <CommentForm
          key={draft?.text}
          first={draft?.text ?? ''}
          field={field}
          label={t('comments.label')}
          placeholder={t('comments.placeholder')}
          sendLabel={t('comments.send')}
          failed={t('comments.failed')}
          onSend={send}
        />
      </div>
    </div>
  );
}

/** Draft from before the sign-in; a fresh draft moves the focus to the form. It stays after it was sent, because a new key would remount the form. */
function useResumedDraft(thing: Commentable, field: RefObject<HTMLTextAreaElement | null>): CommentDraft | null {
  const waiting = useCommentDraft(thing);
  const [draft, setDraft] = useState<CommentDraft | null>(null);
  if (waiting && waiting.replyToId === null && waiting !== draft) setDraft(waiting);
  useEffect(() => {
    if (!draft?.isFresh || !field.current) return;
    draft.isFresh = false;
    field.current.scrollIntoView({ block: 'center' });
    field.current.focus({ preventScroll: true });
    field.current.setSelectionRange(draft.text.length, draft.text.length);
  }, [draft, field]);
  return draft;
}

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'>;

/**
 * Loads pages until they hold the comment that a restored reply answers. If that comment is deleted, the reply becomes a draft of a new comment.
 * @param comments All loaded comments; undefined before the first page.
 */
function useSoughtDraft(thing: Commentable, comments: readonly Comment[] | undefined, pages: Pages): void {
  const draft = useCommentDraft(thing);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const isSought = draft !== null && draft.replyToId !== null && comments !== undefined && !comments.some(({ id }) => id === draft.replyToId);
  useEffect(() => {
    if (!isSought || isFetching || isFetchNextPageError) return;
    if (hasNextPage) void fetchNextPage();
    else setCommentDraft({ thing: draft.thing, text: draft.text, replyToId: null });
  }, [isSought, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, draft]);
}

export interface CommentsProps {
  thing: Commentable;
  /** Id of the heading, which other components scroll to. */
  headingId: string;
  /** The first page has loaded. */
  onRead: () => void;
}

/** Comments on an itinerary or a stop, newest first, with replies and a form. */
export function Comments({ thing, headingId, onRead }: CommentsProps) {
  const { t } = useTranslation('social');
  const { data } = useInfiniteQuery(commentsOn(thing));
  const total = data?.pages[0]?.total ?? 0;
  const isRead = data !== undefined;
  useEffect(() => {
    if (isRead) onRead();
  }, [isRead, onRead]);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = useCallback(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-6 print:hidden">
      <h2 id={headingId} ref={heading} tabIndex={-1} className="rounded text-heading outline-none">
        {t('comments.title')} {total > 0 && <span className="ml-1 font-semibold text-muted tabular-nums">{total}</span>}
      </h2>
      <NewComment thing={thing} />
      <Read thing={thing} onGone={focusHeading} />
    </section>
  );
}

interface ReadProps {
  thing: Commentable;
  onGone: () => void;
}

/** Comments with their loading, empty and error states. */
function Read({ thing, onGone }: ReadProps) {
  const { t } = useTranslation('social');
  const query = useInfiniteQuery(commentsOn(thing));
  const { data, isPending, isError, isFetching, refetch } = query;
  const comments = data?.pages.flatMap(({ items }): Comment[] => items);
  useSoughtDraft(thing, comments, query);
  if (isPending) return <CommentsSkeleton />;
  if (!comments)
    return (
      isError && (
        <ErrorState title={t('comments.unread.title')} text={t('comments.unread.text')} onRetry={() => void refetch()} retrying={isFetching} />
      )
    );
  return <Threads thing={thing} comments={comments} onGone={onGone} />;
}

/** Threads of comments, with a button for the next page. */
function Threads({ thing, comments, onGone }: ReadProps & { comments: readonly Comment[] }) {
  const { t } = useTranslation('social');
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(commentsOn(thing));
  const deletedIds = usePendingDeletions();
  const seen = comments.filter(({ id }) => !deletedIds.has(id));
  const answers = useAnsweredComments(thing, seen);
  const threads = threadsOf(seen, answers.answered);
  if (threads.length === 0 && !hasNextPage)
    return <EmptyState headingLevel={3} icon={<MessageCircle />} title={t('comments.none.title')} text={t('comments.none.text')} />;
  const last = threads.at(-1);
  return (
    <>
      <ul className="flex flex-col">
        {threads.map((thread) => (
          <li key={thread.id} className="border-line not-last:border-b py-5 first:pt-0">
            <CommentThreadItem thing={thing} thread={thread} answers={answers} isCut={hasNextPage && thread === last} onGone={onGone} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="secondary" className="self-center" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('comments.more')}
        </Button>
      )}
    </>
  );
}

const rows = [0, 1, 2];
const CommentsSkeleton = () => (
  <SkeletonGroup className="flex flex-col gap-7">
    {rows.map((row) => (
      <div key={row} className="flex gap-3">
        <Skeleton className="size-8 shrink-0 rounded-full" />
        <SkeletonText lines={3} className="flex-1" />
      </div>
    ))}
  </SkeletonGroup>
);
