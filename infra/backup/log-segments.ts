import { Readable } from 'node:stream';
import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import { chainDigest, type Manifest, type Segment } from './manifest.ts';
import { freshName, readSealed, requireIntact, type Vault, writeSealed } from './sealed-file.ts';

/** Events per read of the log. */
const pageSize = 1_000;

/** An event as a line of a segment. It keeps its position, because clients may wait for that position. */
type EventLine = Omit<RecordedEvent, 'inlined'>;

const lineOf = ({ position, stream, version, id, type, schema, at, data, meta }: EventLine): string =>
  `${JSON.stringify({ position, stream, version, id, type, schema, at, data, meta } satisfies EventLine)}\n`;

/** Progress of reading a log. */
interface ReadSoFar {
  last: RecordedEvent | null;
  events: number;
  /** Position after which the next page begins. */
  reached: Position;
}

/**
 * Yields the events after `reached` as lines: up to position `upTo`, and at most `most` events.
 * @param seen Called with every event.
 */
async function* eventLines(
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

/** Number of events of a full segment, which is never merged again. */
const fullSegment = 10_000;
/** Number of small segments from which they are merged, because following a log may add one every 250 ms. */
const mostSmall = 64;

type LogOf = Pick<Manifest, 'segments' | 'last'>;

/** Chain digest before a segment. */
const chainBefore = (segments: readonly Segment[], place: number): string => segments[place - 1]?.chain ?? '';

/** File label of a position, with leading zeros so that names sort in log order. */
const labelOf = (after: Position): string => String(after).padStart(16, '0');

/**
 * Extends the log of a manifest by new events: up to position `upTo`, and at most `most` events.
 * @param seen Called with each new event.
 */
export async function withNewEvents(
  vault: Vault,
  log: LogOf,
  events: Pick<EventStore, 'readAll'>,
  { upTo, most }: { upTo: Position; most: number },
  seen: (event: RecordedEvent) => void,
): Promise<LogOf> {
  const segments = [...log.segments];
  const read: ReadSoFar = { last: null, events: 0, reached: log.last?.position ?? 0 };
  while (read.reached < upTo && read.events < most) {
    const [after, before] = [read.reached, { ...read }];
    const lines = eventLines(events, read, { upTo, most: Math.min(fullSegment, most - read.events) }, seen);
    const first = await lines.next();
    if (first.done) break;
    const name = freshName('log', labelOf(after));
    const chain = chainBefore(segments, segments.length);
    const file = await writeSealed(vault, name, continued(first.value, lines), chain);
    segments.push({ ...file, after, upTo: read.reached, events: read.events - before.events, chain: chainDigest(chain, file) });
  }
  const last = read.last && { id: read.last.id, stream: read.last.stream, position: read.last.position };
  return { segments: await folded(vault, segments), last: last ?? log.last };
}

async function* continued(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** Merges the small segments at the end of the log into one, once there are `mostSmall` of them. */
async function folded(vault: Vault, segments: Segment[]): Promise<Segment[]> {
  const lastFull = segments.findLastIndex(({ events }) => events >= fullSegment);
  const small = segments.slice(lastFull + 1);
  const [first] = small;
  if (!first || small.length < mostSmall) return segments;
  for (const one of small) await requireIntact(vault, one);
  const kept = segments.slice(0, lastFull + 1);
  const chain = chainBefore(segments, kept.length);
  const upTo = small.at(-1)?.upTo ?? first.upTo;
  const file = await writeSealed(vault, freshName('log', labelOf(first.after)), contentOf(vault, segments, kept.length), chain);
  const events = small.reduce((sum, one) => sum + one.events, 0);
  return [...kept, { ...file, after: first.after, upTo, events, chain: chainDigest(chain, file) }];
}

/** Content of all segments from an index on. */
async function* contentOf(vault: Vault, segments: readonly Segment[], from: number): AsyncGenerator<Buffer> {
  for (const [index, segment] of segments.slice(from).entries()) yield* await readSealed(vault, segment, chainBefore(segments, from + index));
}

/** The whole log as text, one event per line. */
export const readLog = (vault: Vault, { segments }: Pick<Manifest, 'segments'>): Readable =>
  Readable.from(contentOf(vault, segments, 0), { objectMode: false });

/** The first segment that breaks the chain; undefined when the chain is intact. */
export const firstBrokenSegment = (segments: readonly Segment[]): Segment | undefined =>
  segments.find(
    (segment, place) => segment.chain !== chainDigest(chainBefore(segments, place), segment) || segment.after !== (segments[place - 1]?.upTo ?? 0),
  );
