import { localTexts, type TextStorage } from '@waystory/client/environment.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { z } from 'zod';

const attempt = z.object({
  /** Makes every attempt the same request. */
  key: z.string(),
  /** Values of an attempt whose outcome is unknown; null without one. */
  sent: z.record(z.string(), z.unknown()).nullable(),
});

/** An attempt to create something, as it is kept until its answer is here. */
export type Attempt = z.output<typeof attempt>;
export const freshAttempt = (): Attempt => ({ key: crypto.randomUUID(), sent: null });

/** Text that the server has not acknowledged, as this browser keeps it. */
export const draft = z.object({
  /** Typed values by field. */
  edits: z.record(z.string(), z.unknown()),
  /** Server values of these fields when typing began. */
  base: z.record(z.string(), z.unknown()),
  /** Version that they were typed on; 0 for something that is not there yet. */
  version: z.number(),
  /** ISO 8601 UTC. */
  at: z.string(),
  /** The writer wanted it saved, and the server or the sign-in was away. */
  isPressed: z.boolean().optional(),
  attempt: attempt.optional(),
});
export type Draft = z.output<typeof draft>;

const prefix = 'waystory.draft';
const keyOf = (owner: string, entity: string): string => `${prefix}.${owner}.${entity}`;

/** Drafts of one person in this browser. `entity` is for example `itinerary.<id>` or `day.<id of the itinerary>.<id>`. */
export interface DraftStore {
  read(entity: string): Draft | null;
  write(entity: string, draft: Draft): void;
  remove(entity: string): void;
  /** Entities with a draft. */
  list(): string[];
}

/** Drafts of whoever is signed in. */
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

/** Null for what is absent, broken or of another shape. */
function parsed(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    return draft.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
