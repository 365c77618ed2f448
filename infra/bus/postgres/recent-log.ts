import { bytesOf } from '../../cache-registry.ts';
import type { EventStore, Position, RecordedEvent } from '../../event-store/port.ts';

/** Most events per batch. */
const batchSize = 1_000;
/**
 * Maximum number of cached events, and maximum bytes, because writers decide the size of an event. The cache serves consumers at slightly different
 * positions.
 */
const kept = 5_000;
const keptBytes = 16 * 1024 * 1024;

export interface LogBatch {
  /** Ordered by position, without a gap after the requested position. */
  events: readonly RecordedEvent[];
  /** True when no later event is known. */
  isLast: boolean;
}

export interface RecentLog {
  read(after: Position): Promise<LogBatch>;
  /** Reads up to position `upTo`, which the log has reached. Events that other readers have fetched come from the cache. */
  readUpTo(upTo: Position, after: Position, limit: number): Promise<RecordedEvent[]>;
  /** Called after an append, because the known end of the log is then outdated. */
  appended(): void;
  /** True when no event after a position is known. */
  endsAt(position: Position): boolean;
}

/** Cache of the log's end for many readers: each event is fetched and parsed once for all of them. */
export function recentLog(events: Pick<EventStore, 'readAll'>): RecentLog {
  /** The newest events; complete for all positions above `from`. */
  let tail: RecordedEvent[] = [];
  let bytes = 0;
  let from: Position | null = null;
  let isAtEnd = false;
  let appends = 0;
  const reading = new Map<Position, Promise<LogBatch>>();

  const end = (): Position | null => tail.at(-1)?.position ?? from;

  /** Events of the tail after a position that it covers. */
  function recent(after: Position): LogBatch {
    const start = after === from ? 0 : tail.findLastIndex(({ position }) => position <= after) + 1;
    const found = tail.slice(start, start + batchSize);
    return { events: found, isLast: isAtEnd && start + found.length === tail.length };
  }

  async function fetch(after: Position): Promise<LogBatch> {
    const before = appends;
    const found = await events.readAll(after, batchSize);
    const isLast = found.length < batchSize;
    keep(after, found);
    if (isLast && before === appends && end() === (found.at(-1)?.position ?? after)) isAtEnd = true;
    return { events: found, isLast };
  }

  /** Appends events read from the end of the tail. A read beyond the tail replaces it; a read before its end leaves it unchanged. */
  function keep(after: Position, found: RecordedEvent[]): void {
    if (from === null || after > (end() ?? 0)) {
      tail = [];
      bytes = 0;
      from = after;
    } else if (after !== end()) return;
    tail = [...tail, ...found];
    for (const event of found) bytes += bytesOf(event);
    let dropped = 0;
    while (tail.length - dropped > kept || (bytes > keptBytes && dropped < tail.length)) bytes -= bytesOf(tail[dropped++]);
    from = tail[dropped - 1]?.position ?? from;
    if (dropped > 0) tail = tail.slice(dropped);
  }

  /** Fetches the events after a position. Readers at one position are mostly woken by the same append, so they share the fetch. */
  function shared(after: Position): Promise<LogBatch> {
    const running = reading.get(after);
    if (running) return running;
    const own = fetch(after).finally(() => {
      if (reading.get(after) === own) reading.delete(after);
    });
    reading.set(after, own);
    return own;
  }

  return {
    async read(after) {
      const last = end();
      if (from === null || last === null || after < from || after > last) return shared(after);
      if (after === last && !isAtEnd) return shared(after);
      const found = recent(after);
      if (found.events.length === batchSize || isAtEnd) return found;
      // Fetches more, so that a batch is as full as the log allows, even for a reader far behind.
      await shared(last);
      return from !== null && after >= from ? recent(after) : shared(after);
    },
    async readUpTo(upTo, after, limit) {
      if (from === null || after < from || (end() ?? 0) < upTo) return events.readAll(after, limit);
      const start = tail.findLastIndex(({ position }) => position <= after) + 1;
      return tail.slice(start, start + limit);
    },
    endsAt: (position) => isAtEnd && end() === position,
    appended() {
      appends += 1;
      isAtEnd = false;
      // A read in progress may have missed the append.
      reading.clear();
    },
  };
}
