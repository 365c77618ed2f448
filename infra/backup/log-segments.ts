import { Readable } from 'node:stream';
import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import { eventLines, type ReadSoFar } from './event-lines.ts';
import { chained, type Manifest, type Segment } from './manifest.ts';
import { freshName, mustBeWhole, readSealed, type Vault, writeSealed } from './sealed-file.ts';

/** Events of a segment that is not added to any more. */
const fullSegment = 10_000;
/** So many segments that are not full, one after the other, become one: whoever follows a log writes two a second. */
const mostSmall = 64;

type LogOf = Pick<Manifest, 'segments' | 'last'>;

/** What comes before a segment in the chain, by its place. */
const chainBefore = (segments: readonly Segment[], place: number): string => segments[place - 1]?.chain ?? '';

/** In the order of the log. */
const labelOf = (after: Position): string => String(after).padStart(16, '0');

/**
 * The log of a manifest with the events that came since, up to a position and `most` of them.
 * @param seen told of each of them
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
    segments.push({ ...file, after, upTo: read.reached, events: read.events - before.events, chain: chained(chain, file) });
  }
  const last = read.last && { id: read.last.id, stream: read.last.stream, position: read.last.position };
  return { segments: await folded(vault, segments), last: last ?? log.last };
}

async function* continued(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** Many small segments at the end become one. */
async function folded(vault: Vault, segments: Segment[]): Promise<Segment[]> {
  const lastFull = segments.findLastIndex(({ events }) => events >= fullSegment);
  const small = segments.slice(lastFull + 1);
  const [first] = small;
  if (!first || small.length < mostSmall) return segments;
  for (const one of small) await mustBeWhole(vault, one);
  const kept = segments.slice(0, lastFull + 1);
  const chain = chainBefore(segments, kept.length);
  const upTo = small.at(-1)?.upTo ?? first.upTo;
  const file = await writeSealed(vault, freshName('log', labelOf(first.after)), contentOf(vault, segments, kept.length), chain);
  const events = small.reduce((sum, one) => sum + one.events, 0);
  return [...kept, { ...file, after: first.after, upTo, events, chain: chained(chain, file) }];
}

/** Lines of all segments from a place on, as they were written. */
async function* contentOf(vault: Vault, segments: readonly Segment[], from: number): AsyncGenerator<Buffer> {
  for (const [index, segment] of segments.slice(from).entries()) yield* await readSealed(vault, segment, chainBefore(segments, from + index));
}

/** The whole log, as text, an event a line. */
export const readLog = (vault: Vault, { segments }: Pick<Manifest, 'segments'>): Readable =>
  Readable.from(contentOf(vault, segments, 0), { objectMode: false });

/** The first segment that does not follow the one before it; undefined when all do. */
export const brokenLink = (segments: readonly Segment[]): Segment | undefined =>
  segments.find(
    (segment, place) => segment.chain !== chained(chainBefore(segments, place), segment) || segment.after !== (segments[place - 1]?.upTo ?? 0),
  );
