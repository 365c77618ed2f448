import type { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import type { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { itineraryFields } from '@waystory/proto/itineraries/itinerary.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
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

type Writes = Pick<Client<typeof itineraryRoutes & typeof dayRoutes>, 'createItinerary' | 'addDay' | 'patchItinerary'>;

/**
 * Creates the story and its days, each under a key of its own: an attempt that broke off half-way is finished by the next one.
 * When the text was changed between two attempts, the first text is created and then rewritten, because a key stands for one request.
 */
export async function createStory(api: Writes, { key, story, sent }: NewStoryDraft): Promise<string> {
  const { days: _, ...written } = sent ?? story;
  const { id } = await api.createItinerary({ body: { ...written, visibility: 'PRIVATE' }, idempotencyKey: key });
  const { days, ...now } = story;
  if (!sameValue(now, written)) await api.patchItinerary({ params: { id }, body: now });
  for (let day = 1; day <= days; day++) await api.addDay({ params: { itineraryId: id }, body: {}, idempotencyKey: `${key}.day-${day}` });
  return id;
}
