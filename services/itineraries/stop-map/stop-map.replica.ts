import type { Adapters } from '@waystory/infra/adapters.ts';
import { streamId } from '@waystory/infra/commands/decider.ts';
import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { anonymousPrincipal } from '@waystory/infra/identity/principal.ts';
import type { Log } from '@waystory/infra/log.ts';
import { matches } from '@waystory/infra/projection-store/memory-filter.ts';
import { type Doc, physicalName } from '@waystory/infra/projection-store/port.ts';
import { memoryCopies } from '@waystory/infra/read-models/builds/memory-copies.ts';
import { createReplica, type Replica } from '@waystory/infra/read-models/replica.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { type Stop, stopList } from '@waystory/proto/itineraries/stop.ts';
import { allOf } from '@waystory/proto/kit/filter.ts';
import { reactionCategory } from '../itinerary/likes.ts';
import { itineraries, stops, stories } from '../itinerary/stories.projection.ts';
import { storyStream } from '../itinerary/story.stream.ts';
import { locatedStopsFilter } from '../stop/stop.filters.ts';
import { createStopMap, type StopMap, stopMapFrom } from './stop-map.ts';
import { readCopyBlocks } from './stop-map-copy.ts';
import { storyRankOf } from './story-standings.ts';

/** Itineraries whose stops are read in one query. */
const storiesPerRead = 20;

/** Filter for stops that everyone may see on the map. */
const onTheMap = allOf(stops.visibleTo(anonymousPrincipal, 'listed'), locatedStopsFilter(null));

// Documents in a collection were written by its own projection, so they have its shape.
const stopOf = (doc: Doc): Stop => doc as Stop;
const itineraryOf = (doc: Doc): Itinerary => doc as Itinerary;

export type StopMapReplica = Replica<StopMap>;

/** Number of stops that the map loads in less than three seconds; a copy pays off only above it. */
const worthACopy = 50_000;
const mapFormat = {
  name: 'stop-map-2',
  write: (map: StopMap) => map.copy(),
  read: (chunks: AsyncIterable<Uint8Array>) => stopMapFrom(readCopyBlocks(chunks)),
};

export interface CopySettings {
  /** Smallest number of stops for which a map is copied. */
  copyFrom?: number;
  /** Pause between two copies, milliseconds. */
  everyMs?: number;
}

/** Map of stops, kept current: an itinerary with events is read again, and likes change its rank. */
export function replicateStopMap(
  engines: Pick<Adapters, 'projections' | 'events' | 'blobs'>,
  log: Pick<Log, 'error' | 'warn' | 'info'>,
  { copyFrom = worthACopy, ...copying }: CopySettings = {},
): StopMapReplica {
  const { projections } = engines;
  const source = {
    projection: stories.name,
    categories: [storyStream.category, reactionCategory],
    create: createStopMap,
    async fill(map: StopMap, build: number, stopping: AbortSignal) {
      for await (const { doc } of projections.scan(physicalName(stops.name, build))) {
        stopping.throwIfAborted();
        if (doc && (!onTheMap || matches(onTheMap, doc))) map.add(stopOf(doc));
      }
      for await (const { doc } of projections.scan(physicalName(itineraries.name, build))) {
        stopping.throwIfAborted();
        if (doc) rank(map, [itineraryOf(doc)]);
      }
    },
    async readAgain(map: StopMap, build: number, events: readonly RecordedEvent[]) {
      const isReaction = ({ stream }: RecordedEvent): boolean => stream.startsWith(`${reactionCategory}-`);
      const itineraryIds = [...new Set(events.flatMap((event) => (isReaction(event) ? [] : [streamId(event.stream)])))];
      const liked = events.filter(isReaction).flatMap(({ data }) => (data.reactableType === 'itinerary' ? [String(data.reactableId)] : []));
      for (let from = 0; from < itineraryIds.length; from += storiesPerRead) {
        const values = itineraryIds.slice(from, from + storiesPerRead);
        const filter = allOf({ op: 'in', field: 'itineraryId', values }, onTheMap);
        const docs = await projections.find(physicalName(stops.name, build), { filter, sort: [], limit: storiesPerRead * stopList.maxLimit });
        const ofItinerary = Map.groupBy(docs.map(stopOf), ({ itineraryId }) => itineraryId);
        for (const itineraryId of values) map.replace(itineraryId, ofItinerary.get(itineraryId) ?? []);
      }
      const ranked = [...new Set([...itineraryIds, ...liked])];
      rank(map, (await projections.get(physicalName(itineraries.name, build), ranked)).map(itineraryOf));
    },
  };
  const format = { ...mapFormat, isLarge: (map: StopMap) => map.size() >= copyFrom };
  return createReplica(source, engines, log, memoryCopies({ engines, log, projection: stories, format, ...copying }));
}

function rank(map: StopMap, docs: readonly Itinerary[]): void {
  for (const doc of docs) map.rank(doc.id, storyRankOf(doc));
}
