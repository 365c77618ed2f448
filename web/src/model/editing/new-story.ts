import { problemCode } from '@waystory/client/api.ts';
import type { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryFields, type itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
import { z } from 'zod';
import { type Attempt, type DraftStore, freshAttempt } from '../saving/draft-store.ts';
import { EntitySaver } from '../saving/entity-saver.ts';
import { writeFailureOf } from '../saving/failure.ts';
import { isSameValue } from '../saving/versions.ts';

/** Largest number of days of a new story. Further days are added one by one, up to 100 per itinerary. */
export const maxDaysOfNewStory = 30;

const { title, shortDescription, countryIds, imageUrl, imageId } = itineraryFields;

/** Rules of the form for a new story. */
export const newStoryRules = z.object({ title, shortDescription, countryIds, imageUrl, imageId, days: z.int().min(1).max(maxDaysOfNewStory) });
export type NewStory = z.output<typeof newStoryRules>;
export const blankStory: NewStory = { title: '', shortDescription: null, countryIds: [], imageUrl: null, imageId: null, days: 3 };

/** Draft key of a story that is not created yet. */
export const newStoryDraftKey = 'new-itinerary';

/** Draft of the form, which may violate the rules. */
const anyStory = z
  .object({ ...newStoryRules.shape, title: z.string(), shortDescription: z.string().nullable(), days: z.number().catch(blankStory.days) })
  .partial();
const readEdits = (edits: unknown): Partial<NewStory> | null => anyStory.safeParse(edits).data ?? null;

/** Title of an uncreated story, possibly blank; null without one. */
export function newStoryDraftTitle(drafts: DraftStore): string | null {
  const draft = drafts.read(newStoryDraftKey);
  const edits = draft && readEdits(draft.edits);
  return edits ? (edits.title ?? '') : null;
}

type Writes = Pick<Client<typeof itineraryRoutes & typeof dayRoutes>, 'createItinerary' | 'addDay' | 'deleteDay' | 'patchItinerary'>;

/** Saver that creates a story from its form, and a function that returns the id of the created story. */
export function newStorySaver(writes: Writes, drafts: DraftStore) {
  let createdId: string | null = null;
  const saver = new EntitySaver<NewStory>(
    { fields: blankStory, version: 0 },
    {
      entity: newStoryDraftKey,
      drafts,
      mode: 'button',
      readEdits,
      send: async ({ edits, base, attempt, keep }) => {
        const story = { ...base.fields, ...edits };
        createdId = await createStory(writes, story, attempt, keep);
        return { fields: story, version: 1 };
      },
      load: () => Promise.reject(new Error('Nobody else writes a story that is not there yet')),
    },
  );
  return { saver, createdId: () => createdId };
}

/**
 * Creates the story with its days under one idempotency key for all attempts. A key stands for one request, so later edits are applied to the story
 * of the first attempt.
 * @param keep called before each attempt
 */
export async function createStory(writes: Writes, story: NewStory, { key, sent }: Attempt, keep: (attempt: Attempt) => void): Promise<string> {
  const first = (sent ?? story) as NewStory; // as: stored as sent by an earlier call
  keep({ key, sent: { ...first } });
  const { days: daysCount, ...written } = first;
  const { id, dayIds } = await writes
    .createItinerary({ body: { ...written, visibility: 'PRIVATE', daysCount }, idempotencyKey: key })
    .catch((error: unknown) => {
      // A refused attempt created nothing, so the next attempt gets a new key.
      if (writeFailureOf(error).type === 'refused') keep(freshAttempt());
      throw error;
    });
  const { days, ...now } = story;
  if (!isSameValue(now, written)) await writes.patchItinerary({ params: { id }, body: now });
  const params = { itineraryId: id };
  for (let day = daysCount + 1; day <= days; day++) await writes.addDay({ params, body: {}, idempotencyKey: `${key}.day-${day}` });
  for (const dayId of dayIds.slice(days)) await writes.deleteDay({ params: { ...params, id: dayId } }).catch(ignoreNotFound);
  return id;
}

/** An earlier attempt may have removed the day. */
function ignoreNotFound(error: unknown): void {
  if (problemCode(error) !== 'day/unknown') throw error;
}
