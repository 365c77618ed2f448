import { createRepeater } from '@waystory/infra/bus/repeater.ts';
import type { Engines } from '@waystory/infra/engines.ts';
import type { Position } from '@waystory/infra/event-store/port.ts';
import { streamId } from '@waystory/infra/kit/decider.ts';
import { anonymous } from '@waystory/infra/kit/viewer.ts';
import type { Log } from '@waystory/infra/log.ts';
import { matches } from '@waystory/infra/projections/memory-filter.ts';
import { type Doc, physicalName } from '@waystory/infra/projections/port.ts';
import { type Stop, stopList } from '@waystory/proto/itineraries/stop.ts';
import { allOf } from '@waystory/proto/kit/filter.ts';
import { storyStream } from '../itinerary/itinerary.ts';
import { stops, stories } from '../itinerary/stories.projection.ts';
import { acceptedWithin } from '../stop/stop.filters.ts';
import { createStopMap, type StopMap } from './stop-map.ts';

/** How long a caller waits for a write to be on the map, milliseconds: as long as any read. */
const patience = 2_000;
const eventsPerRead = 1_000;
/** Itineraries whose stops are read in one query. */
const storiesPerRead = 20;

/** What everyone may see on the map. */
const onTheMap = allOf(stops.visibleTo(anonymous, 'listed'), acceptedWithin(null));

// Documents in a collection were written by its own projection, so they have its shape.
const stopOf = (doc: Doc): Stop => doc as Stop;

export interface FollowedStopMap {
  /** The map as far as it is filled. */
  current(): StopMap;
  /** Whether it has been filled once; from then on it only falls behind for moments. */
  isFilled(): boolean;
  /** Resolves to true when it shows all that the log has up to a position, to false when that takes too long. */
  reached(position: Position): Promise<boolean>;
  start(): void;
  stop(): Promise<void>;
}

interface Followed {
  map: StopMap;
  filled: boolean;
  /** Build of the projection that it is read from; none when there is none yet. */
  build: number | null;
  /** Log position up to which it is applied. */
  applied: Position;
}

/**
 * A map that is filled from the read model and then follows it: when that has advanced, itineraries that had events in between are read again.
 * While an engine is away it stays as it is, and tries again.
 */
export function followStopMap({ projections, events }: Pick<Engines, 'projections' | 'events'>, log: Pick<Log, 'error'>): FollowedStopMap {
  const stopping = new AbortController();
  const waiting = new Set<() => void>();
  /** Positions that builds of the projection are known to have reached. */
  const told = new Map<string, Position>();
  const state: Followed = { map: createStopMap(), filled: false, build: null, applied: 0 };
  let mustCheck = true;
  let unsubscribe = (): void => {};

  async function work(): Promise<void> {
    if (mustCheck) {
      mustCheck = false;
      await checkBuild();
    }
    if (state.build !== null) await follow(state.build);
  }
  const tellWaiting = (): void => {
    for (const wake of waiting) wake();
  };

  /** Fills the map anew when readers use another build than it was read from. */
  async function checkBuild(): Promise<void> {
    const build = (await projections.activeVersions())[stories.name] ?? null;
    if (build === null) state.filled = true;
    else if (build !== state.build) await fill(build);
    tellWaiting();
  }

  async function fill(build: number): Promise<void> {
    const reached = Object.values(await projections.checkpoints(physicalName(stories.name, build)));
    const applied = reached.length > 0 ? Math.min(...reached.map(({ watermark }) => watermark)) : 0;
    const map = createStopMap();
    // The first time there is nothing better to look at than what has been read so far.
    if (!state.filled) state.map = map;
    for await (const { doc } of projections.scan(physicalName(stops.name, build))) {
      stopping.signal.throwIfAborted();
      if (doc && (!onTheMap || matches(onTheMap, doc))) map.add(stopOf(doc));
    }
    Object.assign(state, { map, build, applied, filled: true });
  }

  async function follow(build: number): Promise<void> {
    const target = () => told.get(physicalName(stories.name, build)) ?? 0;
    while (state.applied < target() && !stopping.signal.aborted) {
      const upTo = target();
      const read = await events.readAll(state.applied, eventsPerRead);
      const due = read.filter(({ position }) => position <= upTo);
      const changed = due.filter(({ stream }) => stream.startsWith(`${storyStream.category}-`)).map(({ stream }) => streamId(stream));
      await readAgain(build, [...new Set(changed)]);
      state.applied = read.length === eventsPerRead ? (due.at(-1)?.position ?? upTo) : upTo;
      tellWaiting();
    }
  }

  async function readAgain(build: number, itineraryIds: readonly string[]): Promise<void> {
    for (let from = 0; from < itineraryIds.length; from += storiesPerRead) {
      const values = itineraryIds.slice(from, from + storiesPerRead);
      const filter = allOf({ op: 'in', field: 'itineraryId', values }, onTheMap);
      const docs = await projections.find(physicalName(stops.name, build), { filter, sort: [], limit: storiesPerRead * stopList.maxLimit });
      const ofItinerary = Map.groupBy(docs.map(stopOf), ({ itineraryId }) => itineraryId);
      for (const itineraryId of values) state.map.replace(itineraryId, ofItinerary.get(itineraryId) ?? []);
    }
  }

  const repeater = createRepeater(
    work,
    (error) => {
      // The build may have gone away under us.
      mustCheck = true;
      if (!stopping.signal.aborted) log.error({ err: error }, 'the map of stops could not be brought up to date and will try again');
    },
    stopping.signal,
  );
  const isUpTo = (position: Position): boolean => state.filled && state.applied >= position;

  return {
    current: () => state.map,
    isFilled: () => state.filled,
    reached: async (position) => isUpTo(position) || (await waitFor(waiting, () => isUpTo(position))),
    start() {
      unsubscribe = projections.onChange(({ projection, watermark }) => {
        if (projection === stories.name) mustCheck = true;
        else if (projection.startsWith(`${stories.name}@`) && watermark !== undefined)
          told.set(projection, Math.max(watermark, told.get(projection) ?? 0));
        else return;
        repeater.request();
      });
      repeater.request();
    },
    async stop() {
      unsubscribe();
      stopping.abort(new Error('The map of stops was stopped'));
      await repeater.ended();
    },
  };
}

/** Resolves when `reached` holds, which is asked whenever the waiting are woken, or to false after a while. */
function waitFor(waiting: Set<() => void>, reached: () => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (result: boolean): void => {
      waiting.delete(check);
      clearTimeout(timer);
      resolve(result);
    };
    const check = (): void => {
      if (reached()) finish(true);
    };
    const timer = setTimeout(() => finish(false), patience);
    waiting.add(check);
  });
}
