import { Store, useSelector } from '@tanstack/react-store';
import type { Commentable } from './comments.query.ts';

/** A comment typed before the sign-in. */
export interface CommentDraft {
  thing: Commentable;
  text: string;
  /** The comment above a reply; the reply may be blank. */
  replyToId: string | null;
  /** The form has not been shown to its author yet. */
  isFresh: boolean;
}

const waiting = new Store<CommentDraft | null>(null);

export function setCommentDraft(next: Omit<CommentDraft, 'isFresh'>): void {
  waiting.setState(() => ({ ...next, isFresh: true }));
}

const isOn = (draft: CommentDraft | null, { kind, id }: Commentable): draft is CommentDraft => draft?.thing.kind === kind && draft.thing.id === id;

/** Removes the draft after it was sent or discarded. */
export function dropCommentDraft(thing: Commentable, replyToId: string | null): void {
  waiting.setState((draft) => (isOn(draft, thing) && draft.replyToId === replyToId ? null : draft));
}

/** Draft of a comment or reply on an itinerary or stop; null without a draft. */
export const useCommentDraft = (thing: Commentable): CommentDraft | null => useSelector(waiting, (draft) => (isOn(draft, thing) ? draft : null));
