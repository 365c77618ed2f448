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
  /** `replyToId` is the comment above a reply. */
  | { kind: 'comment'; thing: Commentable; text: string; replyToId?: string }
  | ({ kind: 'report' } & Reportable)
  | ({ kind: 'trip' } & TripStop)
  | { kind: 'page'; path: string };

const kinds: readonly unknown[] = ['reaction', 'save', 'follow', 'comment', 'report', 'trip', 'page'] satisfies Intent['kind'][];

/** Lifetime of an intent, milliseconds; a sign-up with e-mail confirmation takes a while. */
const meantFor = 30 * 60_000;
const key = 'waystory.intent';

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface StoredIntent {
  intent: Intent;
  /** Expiry, milliseconds since 1970. */
  until: number;
}

function parseStoredIntent(text: string | null): StoredIntent | null {
  try {
    const entry: unknown = JSON.parse(text ?? 'null');
    if (typeof entry !== 'object' || entry === null || !('intent' in entry) || !('until' in entry)) return null;
    const { intent, until } = entry;
    const isIntent = typeof intent === 'object' && intent !== null && 'kind' in intent && kinds.includes(intent.kind);
    return isIntent && typeof until === 'number' ? (entry as StoredIntent) : null; // as: written below, by this release or an earlier one
  } catch {
    return null;
  }
}

/** The single intent of a tab. It survives the redirect to the provider, is returned once, and expires. */
export class IntentStore {
  readonly #shelf: () => Shelf;
  readonly #now: () => number;

  constructor(shelf: () => Shelf, now: () => number = Date.now) {
    this.#shelf = shelf;
    this.#now = now;
  }

  /** Stores the newest intent; undefined removes an older intent. */
  keep(intent: Intent | undefined): void {
    if (!intent) this.forget();
    else this.#shelf().setItem(key, JSON.stringify({ intent, until: this.#now() + meantFor } satisfies StoredIntent));
  }

  /** Returns the intent once, so that a reload does not repeat it; null without a valid intent. */
  take(): Intent | null {
    const entry = parseStoredIntent(this.#shelf().getItem(key));
    this.forget();
    return entry && entry.until > this.#now() ? entry.intent : null;
  }

  /** True with a stored intent, even an expired one. */
  isKept(): boolean {
    return this.#shelf().getItem(key) !== null;
  }

  forget(): void {
    this.#shelf().removeItem(key);
  }
}

/** Per tab, because an intent must not run in another tab. */
export const intents = new IntentStore(() => tabTexts);
