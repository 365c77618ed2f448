import type { Adapters } from '@waystory/infra/adapters.ts';
import { streamId } from '@waystory/infra/commands/decider.ts';
import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import type { Log } from '@waystory/infra/log.ts';
import { matches } from '@waystory/infra/projection-store/memory-filter.ts';
import { type Doc, physicalName } from '@waystory/infra/projection-store/port.ts';
import { createReplica, type Replica } from '@waystory/infra/read-models/replica.ts';
import { storyStream } from '../itinerary/story.stream.ts';
import type { StoryEvent } from '../itinerary/story.ts';
import { placeStream } from './place.ts';
import { createPlaceNames, type PlaceNames } from './place-names.ts';
import type { PlaceDoc, PlacedStory } from './place-uses.ts';
import { findable, placedStories, places, placesProjection } from './places.projection.ts';

export type PlaceNamesReplica = Replica<PlaceNames>;

// Documents in a collection were written by its own projection, so they have its shape.
const placeOf = (doc: Doc): PlaceDoc => doc as PlaceDoc;
const storyOf = (doc: Doc): PlacedStory => doc as PlacedStory;

const stopAdded: StoryEvent['type'] = 'StopAdded';

/** Filter for places that everyone may find. */
const open = findable(null);

/** Names of all recorded places that everyone may find, kept current. A million take about half a gigabyte and some twenty seconds of work, during which searches find what providers know. */
export function replicatePlaceNames(engines: Pick<Adapters, 'projections' | 'events'>, log: Pick<Log, 'error'>): PlaceNamesReplica {
  const { projections } = engines;
  const source = {
    projection: placesProjection.name,
    categories: [placeStream.category, storyStream.category],
    create: createPlaceNames,
    fill: async (names: PlaceNames, build: number, stopping: AbortSignal) => {
      for await (const { doc } of projections.scan(physicalName(places.name, build))) {
        stopping.throwIfAborted();
        if (doc && matches(open, doc)) names.put(placeOf(doc));
      }
    },
    readAgain: async (names: PlaceNames, build: number, events: readonly RecordedEvent[]) => {
      const { ids, storyIds } = concernedBy(events);
      const stories = storyIds.length > 0 ? await projections.get(physicalName(placedStories.name, build), storyIds) : [];
      const ofStories = stories.map(storyOf).flatMap(({ stops }) => Object.values(stops).map(({ placeId }) => placeId));
      const changed = [...new Set([...ids, ...ofStories])];
      const found = (await projections.get(physicalName(places.name, build), changed)).filter((doc) => matches(open, doc)).map(placeOf);
      const there = new Set(found.map(({ id }) => id));
      for (const place of found) names.put(place);
      for (const id of changed) if (!there.has(id)) names.drop(id);
    },
  };
  return createReplica(source, engines, log);
}

/** Places that events concern, and stories for which any event may change the audience of all their custom places. */
function concernedBy(events: readonly RecordedEvent[]): { ids: string[]; storyIds: string[] } {
  const [ids, storyIds] = [new Set<string>(), new Set<string>()];
  for (const { type, stream, data } of events) {
    if (stream.startsWith(`${placeStream.category}-`)) ids.add(streamId(stream));
    // A new stop concerns only its own place, so a long story is not read again.
    else if (type === stopAdded && typeof data.placeId === 'string') ids.add(data.placeId);
    else storyIds.add(streamId(stream));
  }
  return { ids: [...ids], storyIds: [...storyIds] };
}
