import { streamId } from '@waystory/infra/commands/decider.ts';
import { defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { stopEvents } from '@waystory/proto/itineraries/stop.ts';
import { id } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';

export const stopItineraries = defineCollection({
  name: 'stop-homes',
  doc: z.object({ id, itineraryId: id }),
  filterable: { id: 'id', itineraryId: 'id' },
  sortable: [],
  indexes: [],
  visibleTo: () => null,
});

/** Itinerary of each stop, to find a reported stop in the log. */
export const stopItinerariesProjection = defineProjection({
  name: 'stop-homes',
  version: 1,
  collections: { stopHomes: stopItineraries },
  reads: stopEvents,
  on: {
    StopAdded: ({ data, stream }, docs) => docs.stopHomes.create(data.stopId, { id: data.stopId, itineraryId: streamId(stream) }),
    StopRemoved: ({ data }, docs) => docs.stopHomes.update(data.stopId, () => undefined),
  },
});
