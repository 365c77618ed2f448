import { z } from 'zod';
import type { DraftStore } from '../../../model/saving/draft-store.ts';
import type { Versioned } from '../../../model/saving/versions.ts';
import { anyValues, type StopText } from './stop-values.ts';

/** What happens after a stop is saved. */
export const afterSaving = z.enum(['leave', 'another']);
export type AfterSaving = z.output<typeof afterSaving>;

const shape = z.object({
  values: anyValues,
  /** Makes every attempt to add the stop the same request. */
  key: z.string(),
  /** What an attempt sent of which nobody knows whether it arrived; null without one. */
  sent: z.record(z.string(), z.unknown()).nullable(),
  /** It was to be saved when the server or the sign-in was away; null while it is being written. */
  pressed: afterSaving.nullable(),
});

/** A form of a stop that is not saved. */
export type StopDraft = z.output<typeof shape> & {
  /** What the server had when it was typed; null for a new stop. */
  base: Versioned<StopText> | null;
};

/** Names among the drafts; the second part is the itinerary, as in all of its drafts. */
export const stopEntity = (itineraryId: string, dayId: string, stopId: string | null): string =>
  stopId === null ? `new-stop.${itineraryId}.${dayId}` : `stop.${itineraryId}.${stopId}`;

export const freshDraft = (values: StopDraft['values'], base: StopDraft['base']): StopDraft => ({
  ...{ values, base, sent: null, pressed: null },
  key: crypto.randomUUID(),
});

/** @param now What the server has of the stop; a draft is read only with what it was typed on. */
export function readStopDraft(drafts: DraftStore, entity: string, now: Versioned<StopText> | null): StopDraft | null {
  const kept = drafts.read(entity);
  const parsed = shape.safeParse(kept?.edits).data;
  if (!kept || !parsed) return null;
  return { ...parsed, base: now && { fields: { ...now.fields, ...kept.base }, version: Math.min(kept.version, now.version) } };
}

export function writeStopDraft(drafts: DraftStore, entity: string, { base, ...edits }: StopDraft): void {
  drafts.write(entity, { edits, base: { ...base?.fields }, version: base?.version ?? 0, at: new Date().toISOString() });
}
