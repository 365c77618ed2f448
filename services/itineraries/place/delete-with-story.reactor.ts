import { streamId } from '@waystory/infra/commands/decider.ts';
import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { itineraryEvents } from '@waystory/proto/itineraries/itinerary.ts';
import { placeStream } from './place.ts';
import { placedStories, places } from './places.projection.ts';

/** Deletes the custom places of a deleted itinerary that no other itinerary uses. */
export const deletePlacesWithStory = ({ commands, reads }: ReactorServices): Reactor =>
  defineReactor({
    name: 'delete-places-with-story',
    reads: itineraryEvents,
    on: {
      ItineraryDeleted: async ({ stream, at, position }) => {
        const itineraryId = streamId(stream);
        const since = reads(position);
        const story = await since.one(placedStories, itineraryId);
        const placeIds = new Set(Object.values(story?.stops ?? {}).map(({ placeId }) => placeId));
        for (const { id, uses } of await since.byIds(places, [...placeIds])) {
          if (Object.keys(uses).length > 0) continue;
          const context = { actorId: null, now: at, commandId: derivedId('delete-with-story', itineraryId, id) };
          const { state } = await commands.load(placeStream, id);
          if (state?.origin === 'PERSON') await commands.execute(placeStream, id, [{ type: 'DeletePlace' }], context);
        }
      },
    },
  });
