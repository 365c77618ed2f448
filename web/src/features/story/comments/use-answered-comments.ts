import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignInGate } from '../../../model/identity/sign-in-gate.ts';
import { dropCommentDraft, useCommentDraft } from '../../../model/social/comment-draft.ts';
import type { Comment, Commentable } from '../../../model/social/comments.query.ts';

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
