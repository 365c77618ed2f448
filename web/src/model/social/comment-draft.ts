import { useCallback, useSyncExternalStore } from 'react';
import type { Commentable } from './comments.query.ts';

/** A comment that was typed before its author had signed in. */
export interface CommentDraft {
  thing: Commentable;
  text: string;
  /** Nobody has been led to it yet. */
  isFresh: boolean;
}

let draft: CommentDraft | null = null;
const listeners = new Set<() => void>();

/** Null once it was sent. */
export function setCommentDraft(next: Omit<CommentDraft, 'isFresh'> | null): void {
  draft = next && { ...next, isFresh: true };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The text that waits to be sent as a comment on this thing. */
export function useCommentDraft({ kind, id }: Commentable): CommentDraft | null {
  const read = useCallback(() => (draft?.thing.kind === kind && draft.thing.id === id ? draft : null), [kind, id]);
  return useSyncExternalStore(subscribe, read);
}
