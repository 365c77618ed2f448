import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../model/account/account.query.ts';
import { type CommentDraft, useCommentDraft } from '../../../model/social/comment-draft.ts';
import type { Commentable } from '../../../model/social/comments.query.ts';
import { CommentForm } from './comment-form.tsx';
import { useSendComment } from './use-send-comment.ts';

/** The form for a comment of one's own. A visitor writes as well, and signs in to send; then their text is here again. */
export function NewComment({ thing }: { thing: Commentable }) {
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

/** Draft from before the sign-in, with its focus. It remains the initial text after it was sent, so the form stays. */
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
