import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';

/** Page size of reads. */
const pageSize = 1_000;

/** An event as a line of a segment. It keeps its position, because clients may wait for one. */
export type EventLine = Omit<RecordedEvent, 'inlined'>;

const lineOf = ({ position, stream, version, id, type, schema, at, data, meta }: EventLine): string =>
  `${JSON.stringify({ position, stream, version, id, type, schema, at, data, meta } satisfies EventLine)}\n`;

/** Progress of reading a log. */
export interface ReadSoFar {
  last: RecordedEvent | null;
  events: number;
  /** Position after which the next page begins. */
  reached: Position;
}

/**
 * Yields events after `reached` as lines, up to a position and a number.
 * @param seen Called with every event.
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
