import { defineCollection, defineProjection } from '@waystory/infra/kit/projection.ts';
import { place, placeEvents, placeList } from '@waystory/proto/itineraries/place.ts';
import { evolvePlace } from './place.ts';

export const places = defineCollection({
  name: 'places',
  doc: place,
  filterable: placeList.filterable,
  sortable: placeList.sortable,
  indexes: [
    { kind: 'ordered', on: ['name'] },
    { kind: 'ordered', on: ['mapboxId'] },
    { kind: 'set', on: ['poiCategories'] },
  ],
  visibleTo: () => null,
});

export const placesProjection = defineProjection({
  name: 'places',
  version: 2,
  collections: { places },
  reads: placeEvents,
  on: {
    PlaceCreated: (event, docs) => docs.places.update(event.data.placeId, () => evolvePlace(null, event) ?? undefined),
    PlaceUpdated: (event, docs) => docs.places.update(event.data.placeId, (doc) => evolvePlace(doc ?? null, event) ?? undefined),
    PlaceDeleted: (event, docs) => docs.places.update(event.data.placeId, () => undefined),
  },
});
