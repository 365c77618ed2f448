import { Store, useSelector } from '@tanstack/react-store';
import type { Commentable } from './comments.query.ts';

/** A comment that was typed before its author had signed in. */
export interface CommentDraft {
  thing: Commentable;
  text: string;
  /** Nobody has been led to it yet. */
  isFresh: boolean;
}

const waiting = new Store<CommentDraft | null>(null);

/** Null once it was sent. */
export function setCommentDraft(next: Omit<CommentDraft, 'isFresh'> | null): void {
  waiting.setState(() => next && { ...next, isFresh: true });
}

/** The text that waits to be sent as a comment on this thing. */
export const useCommentDraft = ({ kind, id }: Commentable): CommentDraft | null =>
  useSelector(waiting, (draft) => (draft?.thing.kind === kind && draft.thing.id === id ? draft : null));
