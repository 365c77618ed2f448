import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';

/** Events that are read at once. */
const pageSize = 1_000;

/** An event as a line of a segment, with its position: whoever waits for one goes on waiting for the right one. */
export type EventLine = Omit<RecordedEvent, 'inlined'>;

const lineOf = ({ position, stream, version, id, type, schema, at, data, meta }: EventLine): string =>
  `${JSON.stringify({ position, stream, version, id, type, schema, at, data, meta } satisfies EventLine)}\n`;

/** What was read of a log so far. */
export interface ReadSoFar {
  last: RecordedEvent | null;
  events: number;
  /** Position that the next page begins after. */
  reached: Position;
}

/**
 * Events after `reached`, as lines, up to a position and `most` of them.
 * @param seen told of every event
 */
export async function* eventLines(
  events: Pick<EventStore, 'readAll'>,
  read: ReadSoFar,
  { upTo, most }: { upTo: Position; most: number },
  seen: (event: RecordedEvent) => void,
): AsyncGenerator<string> {
  const until = read.events + most;
  while (read.events < until && read.reached < upTo) {
    const page = (await events.readAll(read.reached, Math.min(pageSize, until - read.events))).filter(({ position }) => position <= upTo);
    const last = page.at(-1);
    if (!last) {
      read.reached = upTo;
      return;
    }
    page.forEach(seen);
    Object.assign(read, { last, events: read.events + page.length, reached: last.position } satisfies ReadSoFar);
    yield page.map(lineOf).join('');
  }
}
