import { problemCode } from '@waystory/client/api.ts';
import type { PostView } from '@waystory/proto/social/post.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../model/account/account.query.ts';
import { useCommentDraft } from '../../../model/social/comment-draft.ts';
import type { Comment, Commentable } from '../../../model/social/comments.query.ts';
import { CommentForm } from './comment-form.tsx';
import { useSendComment } from './use-send-comment.ts';

export interface ReplyFormProps {
  thing: Commentable;
  answered: Comment;
  onSent: (reply: PostView) => void;
  onClose: () => void;
}

/** The form for a reply, below the comment that it answers, with the focus in it. */
export function ReplyForm({ thing, answered, onSent, onClose }: ReplyFormProps) {
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

/** An answer to somebody else's reply names them: all replies lie under the same comment. */
function useLead({ replyToId, account, accountId }: Comment): string {
  const { data: me } = useAccount();
  const [lead] = useState(() => (replyToId !== null && account?.userName && accountId !== me?.id ? `@${account.userName} ` : ''));
  return lead;
}
