import type { Adapters } from '@waystory/infra/adapters.ts';
import { bytesOf, cacheRegistry } from '@waystory/infra/cache-registry.ts';
import { streamId } from '@waystory/infra/commands/decider.ts';
import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import type { Log } from '@waystory/infra/log.ts';
import { countries } from '@waystory/infra/places/countries.ts';
import { wordsOf } from '@waystory/infra/places/name-fit.ts';
import { createNameIndex, type NameIndex } from '@waystory/infra/places/name-index.ts';
import { createPointIndex, type PointIndex } from '@waystory/infra/places/point-index.ts';
import { namesOfTownCalled } from '@waystory/infra/places/towns.ts';
import { matches } from '@waystory/infra/projection-store/memory-filter.ts';
import { type Doc, physicalName } from '@waystory/infra/projection-store/port.ts';
import { createReplica, type Replica } from '@waystory/infra/read-models/replica.ts';
import type { Place } from '@waystory/proto/itineraries/place.ts';
import { storyStream } from '../itinerary/story.stream.ts';
import type { StoryEvent } from '../itinerary/story.ts';
import { placeStream } from './place.ts';
import type { PlaceDoc, PlacedStory } from './place-uses.ts';
import { findablePlacesFilter, placedStories, places, placesProjection } from './places.projection.ts';

/** Index of recorded places by name and by position. It holds ids only: places are read when they are found. */
interface PlaceNames {
  put(place: Place): void;
  drop(id: string): void;
  search: NameIndex<string>['search'];
  within: PointIndex<string>['within'];
  size(): number;
}

/** Weight of every recorded place, because popularity is not counted yet. */
const weight = 0.5;

/** Words of town and country in all their languages, cached because thousands of places share them. */
const known = cacheRegistry.cache<string, readonly string[]>('surroundings', { sizeOf: bytesOf });

export function createPlaceNames(): PlaceNames {
  const index = createNameIndex<string>();
  const where = createPointIndex<string>();
  const surroundingsOf = ({ address: { city, state, countryName, countryCode } }: Place): readonly string[] => {
    const around = JSON.stringify([city, state, countryName, countryCode]);
    const before = known.get(around);
    if (before) return before;
    const names = [city, state, countryName, countryCode, ...otherNamesOf(city, countryCode)];
    const words = [...new Set(names.flatMap((name) => wordsOf(name ?? '')))];
    known.set(around, words);
    return words;
  };
  return {
    put: (place) => {
      const { id, name, otherNames, coordinates } = place;
      index.set(id, { name, otherNames, surroundings: surroundingsOf(place), coordinates, weight });
      where.set(id, coordinates);
    },
    drop: (id) => {
      index.delete(id);
      where.delete(id);
    },
    search: (query, options) => index.search(query, options),
    within: (box) => where.within(box),
    size: index.size,
  };
}

function otherNamesOf(city: string | null, countryCode: string | null): readonly string[] {
  if (countryCode === null) return [];
  const country = countries.find(({ code }) => code === countryCode);
  return [...(country?.otherNames ?? []), ...(city === null ? [] : namesOfTownCalled(city, countryCode))];
}

export type PlaceNamesReplica = Replica<PlaceNames>;

// Documents in a collection were written by its own projection, so they have its shape.
const placeOf = (doc: Doc): PlaceDoc => doc as PlaceDoc;
const storyOf = (doc: Doc): PlacedStory => doc as PlacedStory;

const stopAdded: StoryEvent['type'] = 'StopAdded';

/** Filter for places that everyone may find. */
const open = findablePlacesFilter(null);

/**
 * Names of all recorded places that everyone may find, kept current. A million names take about half a gigabyte and some twenty seconds of work.
 * During that time searches find only places of providers.
 */
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

/** Ids of the places that events concern, and of the stories with an event that may change the audience of all their custom places. */
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
