import { localTexts, type TextStorage } from '@waystory/client/environment.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { z } from 'zod';

const attempt = z.object({
  /** Idempotency key of all attempts. */
  key: z.string(),
  /** Values of an attempt with an unknown outcome; null without such an attempt. */
  sent: z.record(z.string(), z.unknown()).nullable(),
});

/** A creation attempt, stored until its answer. */
export type Attempt = z.output<typeof attempt>;
export const freshAttempt = (): Attempt => ({ key: crypto.randomUUID(), sent: null });

/** Unacknowledged text, stored in this browser. */
export const draft = z.object({
  /** Typed values by field. */
  edits: z.record(z.string(), z.unknown()),
  /** Server values of these fields when typing began. */
  base: z.record(z.string(), z.unknown()),
  /** Version that the edits are based on; 0 before the creation. */
  version: z.number(),
  /** Time of the last edit, ISO 8601 UTC. */
  at: z.string(),
  /** True when a save was requested and not yet acknowledged. */
  isPressed: z.boolean().optional(),
  attempt: attempt.optional(),
});
export type Draft = z.output<typeof draft>;

const prefix = 'waystory.draft';
const keyOf = (owner: string, entity: string): string => `${prefix}.${owner}.${entity}`;

/** Drafts of one person in this browser. `entity` is for example `itinerary.<id>` or `day.<itinerary id>.<id>`. */
export interface DraftStore {
  read(entity: string): Draft | null;
  write(entity: string, draft: Draft): void;
  remove(entity: string): void;
  /** Entities with a draft. */
  list(): string[];
}

/** Drafts of the signed-in person. */
export const ownDrafts = (person = auth.state.person): DraftStore => createDraftStore(localTexts, person?.subject ?? 'nobody');

export function createDraftStore(storage: TextStorage, owner: string): DraftStore {
  return {
    read: (entity) => parsed(storage.getItem(keyOf(owner, entity))),
    write: (entity, value) => storage.setItem(keyOf(owner, entity), JSON.stringify(value)),
    remove: (entity) => storage.removeItem(keyOf(owner, entity)),
    list() {
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
      const own = keyOf(owner, '');
      return keys.filter((key) => key?.startsWith(own)).map((key) => (key ?? '').slice(own.length));
    },
  };
}

/** Null for a missing, broken or outdated draft. */
function parsed(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    return draft.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
