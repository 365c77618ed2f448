import type { Adapters } from '../adapters.ts';
import type { Position, RecordedEvent } from '../event-store/port.ts';
import { physicalName } from '../projection-store/port.ts';

/** Lag of one partition of a projection behind the log. */
export interface PartitionLag {
  projection: string;
  partition: string;
  /** Watermark of the partition in the log. */
  position: Position;
  /** Number of unapplied events, counted within the next `mostEvents` events of the log. */
  events: number;
  /** Age of the oldest unapplied event, seconds; 0 without one. */
  seconds: number;
}

/** Most events of the log that a measurement reads. */
const mostEvents = 10_000;
const eventsPerRead = 1_000;

type Engines = Pick<Adapters, 'events' | 'bus' | 'projections'>;

/**
 * Lag of the builds in use at `now`, milliseconds since 1970. It is measured against the log, so it includes events that are not on the bus yet.
 * @throws EngineUnavailable.
 */
export async function projectionLag(engines: Engines, names: readonly string[], now: number): Promise<PartitionLag[]> {
  const builds = await engines.projections.activeVersions();
  const consumers = names.map((name) => ({ name, consumer: physicalName(name, builds[name] ?? 0) }));
  return (await consumerLag(engines, consumers, now)).map(({ name: projection, ...lag }) => ({ projection, ...lag }));
}

/** A consumer; `consumer` is the name of its checkpoints. Without types it handles all events. */
export interface MeasuredConsumer {
  name: string;
  consumer: string;
  types?: ReadonlySet<string>;
}

/** Lag of consumers, per partition. */
export async function consumerLag(
  { events, bus, projections }: Engines,
  consumers: readonly MeasuredConsumer[],
  now: number,
): Promise<(Omit<PartitionLag, 'projection'> & { name: string })[]> {
  const places = await Promise.all(
    consumers.map(async ({ name, consumer, types }) => {
      const checkpoints = await projections.checkpoints(consumer);
      return Object.entries(checkpoints).map(([partition, { watermark }]) => ({ name, types, partition, watermark }));
    }),
  );
  const furthestBehind = Math.min(...places.flat().map(({ watermark }) => watermark));
  const waiting = await eventsByPartition(bus, await eventsAfter(events, furthestBehind));
  return places.flat().map(({ name, types, partition, watermark }) => {
    const due = (waiting.get(partition) ?? []).filter(({ position, type }) => position > watermark && (!types || types.has(type)));
    const [oldest] = due;
    return { name, partition, position: watermark, events: due.length, seconds: oldest ? Math.max(0, now - Date.parse(oldest.at)) / 1_000 : 0 };
  });
}

async function eventsAfter(events: Adapters['events'], after: Position): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  // The minimum is infinite when no consumer has a checkpoint, and then there is no lag.
  if (!Number.isFinite(after)) return found;
  for (let from = after; found.length < mostEvents; ) {
    const read = await events.readAll(from, eventsPerRead);
    found.push(...read);
    if (read.length < eventsPerRead) break;
    from = read.at(-1)?.position ?? from;
  }
  return found;
}

async function eventsByPartition(bus: Adapters['bus'], events: readonly RecordedEvent[]): Promise<Map<string, RecordedEvent[]>> {
  const found = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    const partition = await bus.partitionOf(event.stream);
    const list = found.get(partition);
    if (list) list.push(event);
    else found.set(partition, [event]);
  }
  return found;
}
