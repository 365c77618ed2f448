import { problemCode } from '@waystory/client/api.ts';
import type { PostView } from '@waystory/proto/social/post.ts';
import { Button } from '@waystory/ui/button.tsx';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../model/account/account.query.ts';
import { useCommentDraft } from '../../../model/social/comment-draft.ts';
import type { CommentThread } from '../../../model/social/comment-threads.ts';
import type { Comment, Commentable } from '../../../model/social/comments.query.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem, useCommentFocus } from './comment-item.tsx';
import { type AnsweredComments, useSendComment } from './use-send-comment.ts';

interface ReplyFormProps {
  thing: Commentable;
  answered: Comment;
  onSent: (reply: PostView) => void;
  onClose: () => void;
}

/** The form for a reply, below the comment that it answers, with the focus in it. */
function ReplyForm({ thing, answered, onSent, onClose }: ReplyFormProps) {
  const { t } = useTranslation('social');
  const field = useRef<HTMLTextAreaElement>(null);
  const lead = useLead(answered);
  const draft = useCommentDraft(thing);
  const [first] = useState(() => (draft?.replyToId === answered.id && draft.text) || lead);
  const send = useSendComment(thing, answered.id, onSent);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(first.length, first.length);
    field.current?.scrollIntoView({ block: 'center' });
  }, [first]);
  const failed = (error: unknown): string => t(problemCode(error) === 'post/reply-to-unknown' ? 'comments.replyGone' : 'comments.replyFailed');
  return (
    <CommentForm
      first={first}
      lead={lead}
      field={field}
      label={t('comments.replyLabel', { handle: answered.account?.userName ?? t('someone') })}
      placeholder={t('comments.replyPlaceholder')}
      sendLabel={t('comments.sendReply')}
      failed={failed}
      onSend={send}
      onCancel={onClose}
    />
  );
}

/** Mention of the author: all replies share one level, so a reply to a reply names its addressee. */
function useLead({ replyToId, account, accountId }: Comment): string {
  const { data: me } = useAccount();
  const [lead] = useState(() => (replyToId !== null && account?.userName && accountId !== me?.id ? `@${account.userName} ` : ''));
  return lead;
}

interface InThread {
  thing: Commentable;
  answers: AnsweredComments;
  /** The comment was deleted here; the focus must move elsewhere. */
  onGone: () => void;
}

export interface CommentThreadItemProps extends InThread {
  thread: CommentThread;
  /** The next page may hold more replies. */
  isCut: boolean;
}

/** A comment with its replies. */
export function CommentThreadItem({ thread: { id, first, replies }, isCut, onGone, ...rest }: CommentThreadItemProps) {
  const { t } = useTranslation('social');
  const focus = useCommentFocus();
  const { answered } = rest.answers;
  const { shown, folded, unfold } = useFold(replies, answered);
  // A deleted comment keeps its slot while its reply form is open.
  const lost = answered.filter((comment) => comment.replyToId === id && !replies.some((reply) => reply.id === comment.id));
  const places = [...shown.map((reply) => [reply.id, reply] as const), ...lost.map((comment) => [comment.id, null] as const)];
  const lead = (to: string): void => {
    unfold();
    focus(to);
  };
  return (
    <div className="flex flex-col gap-4">
      <CommentPlace {...rest} id={id} comment={first} onReplied={lead} onClosed={() => focus(id)} onGone={onGone} />
      {places.length > 0 && (
        <ul
          aria-label={t('comments.replies', { handle: first?.account?.userName ?? t('someone') })}
          className="ml-3.5 flex flex-col gap-4 border-line border-l-2 pl-3.5 sm:ml-4 sm:pl-6.5"
        >
          {places.map(([replyId, reply]) => (
            <li key={replyId} className="flex flex-col gap-4">
              <CommentPlace
                {...rest}
                id={replyId}
                comment={reply}
                onReplied={lead}
                onClosed={() => lead(replyId)}
                onGone={first ? () => focus(id) : onGone}
              />
            </li>
          ))}
        </ul>
      )}
      {folded.length > 0 && (
        <Button variant="quiet" size="sm" className="self-start text-accent-text sm:ml-7" onClick={() => lead(folded[0]?.id ?? id)}>
          {isCut ? t('comments.restOfReplies') : t('comments.moreReplies', { count: folded.length })}
        </Button>
      )}
    </div>
  );
}

/** Number of replies that a folded thread shows. */
const shownAtFirst = 3;

/** Shown and folded replies. A reply with an open reply form is never folded, nor is a single remaining reply. */
function useFold(replies: readonly Comment[], answered: readonly Comment[]) {
  const [isOpen, setOpen] = useState(false);
  const rest = replies.slice(shownAtFirst);
  const isFolded = !isOpen && rest.length > 1 && !rest.some(({ id }) => answered.some((comment) => comment.id === id));
  return { shown: isFolded ? replies.slice(0, shownAtFirst) : replies, folded: isFolded ? rest : [], unfold: () => setOpen(true) };
}

interface CommentPlaceProps extends InThread {
  id: string;
  /** Null when the comment is deleted. */
  comment: Comment | null;
  /** Receives the id of the new reply. */
  onReplied: (replyId: string) => void;
  onClosed: () => void;
}

/** A comment with its reply form; a deleted comment leaves a placeholder. */
function CommentPlace({ thing, id, comment, answers, onReplied, onClosed, onGone }: CommentPlaceProps) {
  const { t } = useTranslation('social');
  const form = useRef<HTMLDivElement>(null);
  const answered = answers.answered.find((one) => one.id === id);
  const answer = (one: Comment): void => (answered ? form.current?.querySelector('textarea')?.focus() : answers.answer(one));
  const close = (then: () => void): void => {
    if (answered) answers.close(answered);
    then();
  };
  return (
    <>
      {comment ? (
        <CommentItem thing={thing} comment={comment} onReply={() => answer(comment)} onGone={onGone} />
      ) : (
        <p className="text-muted text-small italic">{t('comments.removed')}</p>
      )}
      {answered && (
        <div ref={form} className="sm:pl-11">
          <ReplyForm thing={thing} answered={answered} onSent={(reply) => close(() => onReplied(reply.id))} onClose={() => close(onClosed)} />
        </div>
      )}
    </>
  );
}
