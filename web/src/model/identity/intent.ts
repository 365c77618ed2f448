import { tabTexts } from '@waystory/client/environment.ts';
import type { Commentable } from '../social/comments.query.ts';
import type { Opinion, Reactable } from '../social/reaction.ts';
import type { Reportable } from '../social/report.ts';
import type { Savable } from '../social/saved.query.ts';
import type { TripStop } from '../trip/trip-stop.ts';

/** The action that a visitor began before the sign-in. */
export type Intent =
  | { kind: 'reaction'; thing: Reactable; opinion: NonNullable<Opinion> }
  | { kind: 'save'; what: Savable; id: string }
  | { kind: 'follow'; accountId: string; name: string }
  /** `replyToId` names the comment that it answers. */
  | { kind: 'comment'; thing: Commentable; text: string; replyToId?: string }
  | ({ kind: 'report' } & Reportable)
  | ({ kind: 'trip' } & TripStop)
  | { kind: 'page'; path: string };

const kinds: readonly unknown[] = ['reaction', 'save', 'follow', 'comment', 'report', 'trip', 'page'] satisfies Intent['kind'][];

/** Nobody still means it after this, milliseconds; a sign-up with a letter to confirm takes a while. */
const meantFor = 30 * 60_000;
const key = 'waystory.intent';

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface StoredIntent {
  intent: Intent;
  /** Milliseconds since 1970. */
  until: number;
}

function parseStoredIntent(text: string | null): StoredIntent | null {
  try {
    const entry: unknown = JSON.parse(text ?? 'null');
    if (typeof entry !== 'object' || entry === null || !('intent' in entry) || !('until' in entry)) return null;
    const { intent, until } = entry;
    const isIntent = typeof intent === 'object' && intent !== null && 'kind' in intent && kinds.includes(intent.kind);
    return isIntent && typeof until === 'number' ? (entry as StoredIntent) : null; // written below, by this release or one before
  } catch {
    return null;
  }
}

/** The one intent of a tab. It outlives the way to the provider and back, is given out once, and is forgotten in time. */
export class IntentShelf {
  readonly #shelf: () => Shelf;
  readonly #now: () => number;

  constructor(shelf: () => Shelf, now: () => number = Date.now) {
    this.#shelf = shelf;
    this.#now = now;
  }

  /** The newest wish counts: without one, an older is forgotten. */
  keep(intent: Intent | undefined): void {
    if (!intent) this.forget();
    else this.#shelf().setItem(key, JSON.stringify({ intent, until: this.#now() + meantFor } satisfies StoredIntent));
  }

  /** Answers it once, so that a reload does not do it again; null when there is none any more. */
  take(): Intent | null {
    const entry = parseStoredIntent(this.#shelf().getItem(key));
    this.forget();
    return entry && entry.until > this.#now() ? entry.intent : null;
  }

  /** There is one, whether or not it is still meant. */
  isKept(): boolean {
    return this.#shelf().getItem(key) !== null;
  }

  forget(): void {
    this.#shelf().removeItem(key);
  }
}

/** Per tab: what is wanted in one must not happen in another. */
export const intents = new IntentShelf(() => tabTexts);
