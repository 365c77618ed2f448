import { problemCode } from '@waystory/client/api.ts';
import type { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryFields, type itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
import { z } from 'zod';
import { type Attempt, type DraftStore, freshAttempt } from '../saving/draft-store.ts';
import { EntitySaver } from '../saving/entity-saver.ts';
import { failureOf } from '../saving/failure.ts';
import { sameValue } from '../saving/versions.ts';

/** More days than this are added one by one later; an itinerary holds 100. */
export const mostDaysAtFirst = 30;

const { title, shortDescription, countryIds, imageUrl, imageId } = itineraryFields;

/** The form of a story that is begun by hand. */
export const newStoryRules = z.object({ title, shortDescription, countryIds, imageUrl, imageId, days: z.int().min(1).max(mostDaysAtFirst) });
export type NewStory = z.output<typeof newStoryRules>;
export const blankStory: NewStory = { title: '', shortDescription: null, countryIds: [], imageUrl: null, imageId: null, days: 3 };

/** Name of the story that was never created, among the drafts. */
export const newStoryEntity = 'new-itinerary';

/** As the form left it, so the rules may not be followed yet. */
const anyStory = z
  .object({ ...newStoryRules.shape, title: z.string(), shortDescription: z.string().nullable(), days: z.number().catch(blankStory.days) })
  .partial();
const readEdits = (edits: unknown): Partial<NewStory> | null => anyStory.safeParse(edits).data ?? null;

/** Title of the story that was begun and never created, which may be empty; null when there is none. */
export function unsentTitle(drafts: DraftStore): string | null {
  const draft = drafts.read(newStoryEntity);
  const edits = draft && readEdits(draft.edits);
  return edits ? (edits.title ?? '') : null;
}

type Writes = Pick<Client<typeof itineraryRoutes & typeof dayRoutes>, 'createItinerary' | 'addDay' | 'deleteDay' | 'patchItinerary'>;

/** Saver that creates a story from its form, and the id it created. */
export function newStorySaver(writes: Writes, drafts: DraftStore) {
  let createdId: string | null = null;
  const saver = new EntitySaver<NewStory>(
    { fields: blankStory, version: 0 },
    {
      entity: newStoryEntity,
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
 * Creates the story with its days, under a key that makes every attempt the same request. What was changed after the first attempt is changed in what
 * that one made, because a key stands for one request.
 * @param keep Told of every attempt before it is made.
 */
export async function createStory(writes: Writes, story: NewStory, { key, sent }: Attempt, keep: (attempt: Attempt) => void): Promise<string> {
  const first = (sent ?? story) as NewStory; // kept by an earlier call, as it was sent
  keep({ key, sent: { ...first } });
  const { days: daysCount, ...written } = first;
  const { id, dayIds } = await writes
    .createItinerary({ body: { ...written, visibility: 'PRIVATE', daysCount }, idempotencyKey: key })
    .catch((error: unknown) => {
      // A refused attempt created nothing, so the next one gets a new key.
      if (failureOf(error).type === 'refused') keep(freshAttempt());
      throw error;
    });
  const { days, ...now } = story;
  if (!sameValue(now, written)) await writes.patchItinerary({ params: { id }, body: now });
  const params = { itineraryId: id };
  for (let day = daysCount + 1; day <= days; day++) await writes.addDay({ params, body: {}, idempotencyKey: `${key}.day-${day}` });
  for (const dayId of dayIds.slice(days)) await writes.deleteDay({ params: { ...params, id: dayId } }).catch(ignoreNotFound);
  return id;
}

/** An attempt before this one may have removed the day. */
function ignoreNotFound(error: unknown): void {
  if (problemCode(error) !== 'day/unknown') throw error;
}
