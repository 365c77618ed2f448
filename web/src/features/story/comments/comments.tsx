import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { Skeleton, SkeletonGroup, SkeletonText } from '@waystory/ui/skeleton.tsx';
import { MessageCircle } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../model/account/account.query.ts';
import { useSignInGate } from '../../../model/identity/sign-in-gate.ts';
import { usePendingDeletions } from '../../../model/saving/use-removal.ts';
import { type CommentDraft, setCommentDraft, useCommentDraft } from '../../../model/social/comment-draft.ts';
import { addComment, type Comment, type Commentable, commentsOn, forgetPlace } from '../../../model/social/comments.query.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';

export interface CommentsProps {
  thing: Commentable;
  /** Heading that others may scroll to. */
  headingId: string;
  /** The first of them are there. */
  onRead: () => void;
}

/** Everything said about an itinerary or a stop, newest first, and a place to say more. */
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
      <Writing thing={thing} />
      <Read thing={thing} onGone={focusHeading} />
    </section>
  );
}

/** The form. A visitor writes as well, and signs in to send; then their text is here again. */
function Writing({ thing }: { thing: Commentable }) {
  const { t } = useTranslation('social');
  const { person } = useAuth();
  const { data: me } = useAccount();
  const gate = useSignInGate();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useResumedDraft(thing, field);
  // The same text sent again is the same comment, whatever became of the first attempt.
  const attempt = useRef<{ text: string; key: string }>(null);
  const send = async (text: string): Promise<boolean> => {
    // Whoever has just come may still be signed in silently.
    if (!auth.state.attempted) await auth.settled();
    if (!auth.state.person) {
      const intent = { kind: 'comment', thing, text } as const;
      gate({ title: t('comments.signInTitle'), description: t('comments.signInText'), intent }, () => {});
      return false;
    }
    if (attempt.current?.text !== text) attempt.current = { text, key: crypto.randomUUID() };
    const body = { text, postableType: thing.kind, postableId: thing.id };
    addComment(thing, await api.createPost({ body, idempotencyKey: attempt.current.key }));
    attempt.current = null;
    setCommentDraft(null);
    forgetPlace(thing);
    return true;
  };
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

/** What was typed before the sign-in, with the focus where it was. It stays the text to begin with after it was sent, so that the form remains. */
function useResumedDraft(thing: Commentable, field: RefObject<HTMLTextAreaElement | null>): CommentDraft | null {
  const waiting = useCommentDraft(thing);
  const [draft, setDraft] = useState(waiting);
  if (waiting && waiting !== draft) setDraft(waiting);
  useEffect(() => {
    if (!draft?.isFresh || !field.current) return;
    draft.isFresh = false;
    field.current.scrollIntoView({ block: 'center' });
    field.current.focus({ preventScroll: true });
    field.current.setSelectionRange(draft.text.length, draft.text.length);
  }, [draft, field]);
  return draft;
}

/** The comments so far, with what stands there until they come, when there are none, and when they do not come. */
function Read({ thing, onGone }: { thing: Commentable; onGone: () => void }) {
  const { t } = useTranslation('social');
  const { data, isPending, isError, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(commentsOn(thing));
  const deletedIds = usePendingDeletions();
  if (isPending) return <CommentsSkeleton />;
  if (!data)
    return (
      isError && (
        <ErrorState title={t('comments.unread.title')} text={t('comments.unread.text')} onRetry={() => void refetch()} retrying={isFetching} />
      )
    );
  const comments = data.pages.flatMap(({ items }): Comment[] => items).filter(({ id }) => !deletedIds.has(id));
  if (comments.length === 0 && !hasNextPage)
    return <EmptyState headingLevel={3} icon={<MessageCircle />} title={t('comments.none.title')} text={t('comments.none.text')} />;
  return (
    <>
      <ul className="flex flex-col">
        {comments.map((comment) => (
          <li key={comment.id} className="border-line not-last:border-b py-5 first:pt-0">
            <CommentItem thing={thing} comment={comment} onGone={onGone} />
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
