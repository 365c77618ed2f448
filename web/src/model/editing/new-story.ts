import type { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import type { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { itineraryFields } from '@waystory/proto/itineraries/itinerary.ts';
import { type Client, ResponseError } from '@waystory/proto/kit/client.ts';
import { z } from 'zod';
import type { DraftStore } from '../saving/draft-store.ts';
import { sameValue } from '../saving/versions.ts';

/** More days than this are added one by one later; an itinerary holds 100. */
export const mostDaysAtFirst = 30;

const { title, shortDescription, countryIds, imageUrl, imageId } = itineraryFields;

/** The form of a story that is begun by hand. */
export const newStoryRules = z.object({
  title,
  shortDescription,
  countryIds,
  imageUrl,
  imageId,
  days: z.int('Give a number of days').min(1, 'At least one day').max(mostDaysAtFirst, `At most ${mostDaysAtFirst} days to begin with`),
});
export type NewStory = z.output<typeof newStoryRules>;
export const blankStory: NewStory = { title: '', shortDescription: null, countryIds: [], imageUrl: null, imageId: null, days: 3 };

/** Name of the story that was never created, among the drafts. */
export const newStoryEntity = 'new-itinerary';

/** As the form left it, so the rules may not be followed yet. */
const anyStory = z.object({ ...newStoryRules.shape, title: z.string(), shortDescription: z.string().nullable(), days: z.number().catch(3) });
const draftShape = z.object({
  /** Makes every attempt to create it the same request, so that none makes a second one. */
  key: z.string(),
  story: anyStory,
  /** What the first attempt sent; null before it. */
  sent: anyStory.nullable(),
});
export type NewStoryDraft = z.output<typeof draftShape>;

export function readNewStory(drafts: DraftStore): NewStoryDraft | null {
  return draftShape.safeParse(drafts.read(newStoryEntity)?.edits).data ?? null;
}

export const writeNewStory = (drafts: DraftStore, draft: NewStoryDraft, at: string): void =>
  drafts.write(newStoryEntity, { edits: { ...draft }, base: {}, version: 0, at });

type Writes = Pick<Client<typeof itineraryRoutes & typeof dayRoutes>, 'createItinerary' | 'addDay' | 'deleteDay' | 'patchItinerary'>;

/**
 * Creates the story with its days, under a key that makes every attempt the same request. What was changed after the first attempt is changed in what
 * that one made, because a key stands for one request.
 */
export async function createStory(api: Writes, { key, story, sent }: NewStoryDraft): Promise<string> {
  const { days: daysCount, ...written } = sent ?? story;
  const { id, dayIds } = await api.createItinerary({ body: { ...written, visibility: 'PRIVATE', daysCount }, idempotencyKey: key });
  const { days, ...now } = story;
  if (!sameValue(now, written)) await api.patchItinerary({ params: { id }, body: now });
  const params = { itineraryId: id };
  for (let day = daysCount + 1; day <= days; day++) await api.addDay({ params, body: {}, idempotencyKey: `${key}.day-${day}` });
  for (const dayId of dayIds.slice(days)) await api.deleteDay({ params: { ...params, id: dayId } }).catch(orGone);
  return id;
}

/** An attempt before this one may have removed the day. */
function orGone(error: unknown): void {
  if (!(error instanceof ResponseError && error.problem?.code === 'day/unknown')) throw error;
}
