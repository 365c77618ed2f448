import { bytesOf } from '../../cache-registry.ts';
import type { EventStore, Position, RecordedEvent } from '../../event-store/port.ts';

/** Events in a batch. */
const batchSize = 1_000;
/** Newest events that are kept, for consumers that are a little apart, and the bytes that they may have: writers decide how large they are. */
const kept = 5_000;
const keptBytes = 16 * 1024 * 1024;

export interface LogBatch {
  /** In order of position, without a gap after the place that was asked for. */
  events: readonly RecordedEvent[];
  /** Nothing came after them, as far as is known. */
  isLast: boolean;
}

export interface RecentLog {
  read(after: Position): Promise<LogBatch>;
  /** The same up to a position that the log is known to reach: events that others have read lately are not read again. */
  readUpTo(upTo: Position, after: Position, limit: number): Promise<RecordedEvent[]>;
  /** Something was appended: what is known of the end of the log holds no more. */
  appended(): void;
  /** Whether nothing lies behind a position, as far as is known. */
  endsAt(position: Position): boolean;
}

/** Cache of the end of the log for many readers: each event is fetched and parsed once for all of them. */
export function recentLog(events: Pick<EventStore, 'readAll'>): RecentLog {
  /** Everything between `from` (not included) and the last of `tail`. */
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

  /** The tail grows at its end only; who reads far behind it leaves it as it is. */
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

  /** Readers at the same place are mostly woken by the same append: they share the read. */
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
      // A batch is as full as the log can fill it, also for who never gets beyond it.
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
      // A read under way may have missed what this is about.
      reading.clear();
    },
  };
}
