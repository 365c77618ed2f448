import { streamId } from '@waystory/infra/commands/decider.ts';
import { ownOnly } from '@waystory/infra/read-models/own-only.ts';
import { defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { savedItinerary, savedItineraryList, savedStop, savedStopList, saveEvents } from '@waystory/proto/social/save.ts';
import { targets } from '../target/targets.projection.ts';
import { savedItineraryOf, savedStopOf } from './save.ts';

export const savedItineraries = defineCollection({
  name: 'saved-itineraries',
  doc: savedItinerary,
  filterable: savedItineraryList.filterable,
  sortable: savedItineraryList.sortable,
  indexes: [
    { kind: 'ordered', on: ['accountId', '-createdAt'] },
    { kind: 'ordered', on: ['itineraryId'] },
  ],
  visibleTo: ownOnly,
  under: [{ collection: targets, key: 'itineraryId' }],
});

export const savedStops = defineCollection({
  name: 'saved-stops',
  doc: savedStop,
  filterable: savedStopList.filterable,
  sortable: savedStopList.sortable,
  indexes: [
    { kind: 'ordered', on: ['accountId', '-createdAt'] },
    { kind: 'ordered', on: ['stopId'] },
    { kind: 'ordered', on: ['itineraryId'] },
  ],
  visibleTo: ownOnly,
  under: [{ collection: targets, key: 'stopId' }],
});

export const savesProjection = defineProjection({
  name: 'saves',
  version: 1,
  collections: { savedItineraries, savedStops },
  reads: saveEvents,
  on: {
    ItinerarySaved: (event, docs) => docs.savedItineraries.update(streamId(event.stream), () => savedItineraryOf(event)),
    ItineraryUnsaved: ({ stream }, docs) => docs.savedItineraries.update(streamId(stream), () => undefined),
    StopSaved: (event, docs) => docs.savedStops.update(streamId(event.stream), () => savedStopOf(event)),
    StopUnsaved: ({ stream }, docs) => docs.savedStops.update(streamId(stream), () => undefined),
  },
});
