import { Store, useSelector } from '@tanstack/react-store';
import type { Commentable } from './comments.query.ts';

/** A comment that was typed before its author had signed in. */
export interface CommentDraft {
  thing: Commentable;
  text: string;
  /** The comment that it answers, for a reply, which may have no text yet. */
  replyToId: string | null;
  /** Nobody has been led to it yet. */
  isFresh: boolean;
}

const waiting = new Store<CommentDraft | null>(null);

export function setCommentDraft(next: Omit<CommentDraft, 'isFresh'>): void {
  waiting.setState(() => ({ ...next, isFresh: true }));
}

const isOn = (draft: CommentDraft | null, { kind, id }: Commentable): draft is CommentDraft => draft?.thing.kind === kind && draft.thing.id === id;

/** Forgets what waited to be sent there: it was sent, or is not wanted any more. */
export function dropCommentDraft(thing: Commentable, replyToId: string | null): void {
  waiting.setState((draft) => (isOn(draft, thing) && draft.replyToId === replyToId ? null : draft));
}

/** Draft of a comment on this thing, or of a reply there. */
export const useCommentDraft = (thing: Commentable): CommentDraft | null => useSelector(waiting, (draft) => (isOn(draft, thing) ? draft : null));
