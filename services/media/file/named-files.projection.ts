import { isAdmin } from '@waystory/infra/identity/principal.ts';
import { type AnyProjection, defineCollection } from '@waystory/infra/read-models/projection.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { countryEvents } from '@waystory/proto/itineraries/country.ts';
import { dayEvents } from '@waystory/proto/itineraries/day.ts';
import { itineraryEvents } from '@waystory/proto/itineraries/itinerary.ts';
import { placeEvents } from '@waystory/proto/itineraries/place.ts';
import { stopEvents } from '@waystory/proto/itineraries/stop.ts';
import { type EventVocabulary, handlerForEveryEvent, joinEvents } from '@waystory/proto/kit/event.ts';
import { id } from '@waystory/proto/kit/field.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { postEvents } from '@waystory/proto/social/post.ts';
import { z } from 'zod';

/** Files that an event ever referenced. Later removals do not count, because an undo may restore the reference. */
export const referencedFiles = defineCollection({
  name: 'named-files',
  doc: z.object({ id }),
  filterable: { id: 'id' },
  sortable: [],
  indexes: [],
  visibleTo: (principal) => (isAdmin(principal) ? null : eq('id', '')),
});

const vocabularies: readonly EventVocabulary[] = [itineraryEvents, dayEvents, stopEvents, postEvents, accountEvents, countryEvents, placeEvents];
const reads = vocabularies.reduce((all, one) => joinEvents(all, one));

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Matches the URL path of a picture in any text, or the field `fileId`. */
const naming = new RegExp(`/media/(${uuid})/|"fileId":"(${uuid})"`, 'gi');

export const fileIdsIn = (data: object): Set<string> =>
  new Set(Array.from(JSON.stringify(data).matchAll(naming), ([, inAddress, asId]) => (inAddress ?? asId ?? '').toLowerCase()));

/** Searches all data of these events, because any field or text may contain the URL of a picture. */
export const referencedFilesProjection: AnyProjection = {
  name: 'named-files',
  version: 1,
  collections: { namedFiles: referencedFiles },
  reads,
  on: handlerForEveryEvent(reads, ({ data }, docs) => {
    for (const fileId of fileIdsIn(data)) docs.namedFiles?.update(fileId, () => ({ id: fileId }));
  }),
};
