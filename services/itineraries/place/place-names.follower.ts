import type { Engines } from '@waystory/infra/engines.ts';
import { type Follower, followProjection } from '@waystory/infra/kit/projection-follower.ts';
import type { Log } from '@waystory/infra/log.ts';
import { type Doc, physicalName } from '@waystory/infra/projections/port.ts';
import type { Place } from '@waystory/proto/itineraries/place.ts';
import { placeStream } from './place.ts';
import { createPlaceNames, type PlaceNames } from './place-names.ts';
import { places, placesProjection } from './places.projection.ts';

export type FollowedPlaceNames = Follower<PlaceNames>;

// Documents in a collection were written by its own projection, so they have its shape.
const placeOf = (doc: Doc): Place => doc as Place;

/** Names of all recorded places, kept current. A million take about half a gigabyte and some twenty seconds of work, during which searches find what providers know. */
export function followPlaceNames(engines: Pick<Engines, 'projections' | 'events'>, log: Pick<Log, 'error'>): FollowedPlaceNames {
  const { projections } = engines;
  const followed = {
    projection: placesProjection.name,
    category: placeStream.category,
    create: createPlaceNames,
    fill: async (names: PlaceNames, build: number, stopping: AbortSignal) => {
      for await (const { doc } of projections.scan(physicalName(places.name, build))) {
        stopping.throwIfAborted();
        if (doc) names.put(placeOf(doc));
      }
    },
    readAgain: async (names: PlaceNames, build: number, ids: readonly string[]) => {
      const found = (await projections.get(physicalName(places.name, build), [...ids])).map(placeOf);
      const there = new Set(found.map(({ id }) => id));
      for (const place of found) names.put(place);
      for (const id of ids) if (!there.has(id)) names.drop(id);
    },
  };
  return followProjection(followed, engines, log);
}
