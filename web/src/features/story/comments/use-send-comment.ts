import { api } from '@waystory/client/api.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import type { PostView } from '@waystory/proto/social/post.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignInGate } from '../../../model/identity/sign-in-gate.ts';
import { dropCommentDraft, useCommentDraft } from '../../../model/social/comment-draft.ts';
import { addComment, type Comment, type Commentable, invalidatePlaceComments } from '../../../model/social/comments.query.ts';

/**
 * Sends a comment, or a reply to `replyToId`. Returns false when a sign-in is required first; the text is kept for it.
 * @throws when the text was refused.
 */
export function useSendComment(thing: Commentable, replyToId: string | null, onSent?: (post: PostView) => void): (text: string) => Promise<boolean> {
  const { t } = useTranslation('social');
  const gate = useSignInGate();
  // Idempotency key per text: a retry of the same text creates one comment.
  const attempt = useRef<{ text: string; key: string }>(null);
  const replyTo = replyToId === null ? {} : { replyToId };
  return async (text) => {
    // A silent sign-in may still be under way.
    if (!auth.state.attempted) await auth.settled();
    if (!auth.state.person) {
      const intent = { kind: 'comment', thing, text, ...replyTo } as const;
      gate({ title: t('comments.signInTitle'), description: t('comments.signInText'), intent }, () => {});
      return false;
    }
    if (attempt.current?.text !== text) attempt.current = { text, key: crypto.randomUUID() };
    const body = { text, postableType: thing.kind, postableId: thing.id, ...replyTo };
    const post = await api.createPost({ body, idempotencyKey: attempt.current.key });
    attempt.current = null;
    addComment(thing, post);
    dropCommentDraft(thing, replyToId);
    invalidatePlaceComments(thing);
    onSent?.(post);
    return true;
  };
}

export interface AnsweredComments {
  /** Comments with an open reply form, including deleted ones. */
  answered: readonly Comment[];
  answer: (comment: Comment) => void;
  close: (comment: Comment) => void;
}

const without = (comments: readonly Comment[], { id }: Comment): Comment[] => comments.filter((comment) => comment.id !== id);

/** Comments with an open reply form. A visitor signs in first; the form opens afterwards. */
export function useAnsweredComments(thing: Commentable, comments: readonly Comment[]): AnsweredComments {
  const { t } = useTranslation('social');
  const gate = useSignInGate();
  const [pressed, setPressed] = useState<readonly Comment[]>([]);
  const draft = useCommentDraft(thing);
  const waiting = comments.find(({ id }) => id === draft?.replyToId);
  return {
    answered: waiting ? [...without(pressed, waiting), waiting] : pressed,
    answer: (comment) => {
      const intent = { kind: 'comment', thing, text: '', replyToId: comment.id } as const;
      const open = (): void => setPressed((before) => [...without(before, comment), comment]);
      gate({ title: t('comments.signInTitle'), description: t('comments.signInText'), intent }, open);
    },
    close: (comment) => {
      setPressed((before) => without(before, comment));
      dropCommentDraft(thing, comment.id);
    },
  };
}
