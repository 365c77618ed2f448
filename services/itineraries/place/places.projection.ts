import { isModerator } from '@waystory/infra/identity/principal.ts';
import { defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { placeEvents, placeList } from '@waystory/proto/itineraries/place.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { anyOf, eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { storyEvents } from '../itinerary/story.ts';
import { evolvePlace } from './place.ts';
import { placeDoc, placedStory, placeholderPlaceOf, placeUseHandlers, withDerivedFields } from './place-uses.ts';

/** True for every place, and false for placeholders that keep uses. */
const born: Filter = { op: 'ne', field: 'version', value: 0 };

/** Custom places of the account's own stops, whoever else sees them. */
export const ownPlacesFilter = (accountId: string): Filter => ({ op: 'has', field: 'accountIds', value: accountId });
const orOwn = (open: Filter, accountId: string | null): Filter => (accountId ? anyOf(open, ownPlacesFilter(accountId)) : open);

/** Places that an account finds in lists: public ones, and those of its own stops. */
export const findablePlacesFilter = (accountId: string | null): Filter => orOwn(eq('visibility', 'PUBLIC'), accountId);
/** Places that an account may open by id. */
export const linkedPlacesFilter = (accountId: string | null): Filter =>
  orOwn({ op: 'in', field: 'visibility', values: ['PUBLIC', 'UNLISTED'] }, accountId);

export const places = defineCollection({
  name: 'places',
  doc: placeDoc,
  filterable: { ...placeList.filterable, origin: 'text', visibility: 'text', accountIds: 'set', version: 'number' },
  sortable: placeList.sortable,
  indexes: [
    { kind: 'ordered', on: ['name'] },
    { kind: 'ordered', on: ['visibility', 'name'] },
    { kind: 'ordered', on: ['mapboxId'] },
    { kind: 'set', on: ['poiCategories'] },
    { kind: 'set', on: ['accountIds'] },
  ],
  visibleTo: (principal, reach) => {
    if (isModerator(principal)) return born;
    return reach === 'listed' ? findablePlacesFilter(principal.accountId) : linkedPlacesFilter(principal.accountId);
  },
});

/** Facts about stories that decide the audience of their places. No route reads this internal collection. */
export const placedStories = defineCollection({
  name: 'placed-stories',
  doc: placedStory,
  filterable: {},
  sortable: [],
  indexes: [],
  visibleTo: () => null,
});

export const placesProjection = defineProjection({
  name: 'places',
  version: 2,
  collections: { places, placedStories },
  reads: joinEvents(placeEvents, storyEvents),
  on: {
    ...placeUseHandlers,
    PlaceCreated: (event, docs) =>
      docs.places.update(event.data.placeId, (doc) => {
        const place = evolvePlace(null, event);
        return place ? withDerivedFields({ ...place, uses: doc?.uses ?? {} }) : undefined;
      }),
    PlaceUpdated: (event, docs) => docs.places.update(event.data.placeId, (doc) => (doc?.version ? { ...doc, ...evolvePlace(doc, event) } : doc)),
    PlaceDeleted: (event, docs) => docs.places.update(event.data.placeId, (doc) => doc && placeholderPlaceOf(doc.id, doc.uses)),
  },
});
