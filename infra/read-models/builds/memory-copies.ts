import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Adapters } from '../../adapters.ts';
import type { Position } from '../../event-store/port.ts';
import type { Log } from '../../log.ts';
import type { AnyProjection } from '../projection.ts';
import { replayedAt } from '../projector/projector-commit.ts';
import type { ReplicaCopies, ReplicaCopy } from '../replica.ts';

/** Serialization of an in-memory index. */
export interface CopyFormat<I> {
  /** Name with the version of the format, as part of a blob's name: `stop-map-1`. */
  name: string;
  /** True when a copy is worthwhile: small indexes are rebuilt as fast. */
  isLarge(index: I): boolean;
  /** Serializes the index in chunks. The index may change between chunks, because documents with later events are read again after a restore. */
  write(index: I): Iterable<Uint8Array>;
  /** @throws Error for an invalid copy. */
  read(chunks: AsyncIterable<Uint8Array>): Promise<I>;
}

/**
 * Interval between copies, milliseconds, with a jitter of a quarter. A start replays the events after a copy, and a copy still contains documents
 * deleted after it.
 */
const copyEveryMs = 5 * 60_000;
/** Pause before the retry of a copy that another copy blocked, milliseconds. */
const busyMs = 1_000;
const folder = 'copies';
const mimeType = 'application/octet-stream';
const digits = 16;

/** First line of a copy: its origin. A copy is valid while the origin is unchanged. */
interface Origin {
  build: number;
  /** Time of the last replay of dead letters, which changed documents of older positions. */
  replayedAt: number;
  /** Position of the last event that the copy includes. */
  position: Position;
  eventId: string;
}

export interface CopyOptions<I> {
  engines: Pick<Adapters, 'blobs' | 'events' | 'projections'>;
  log: Pick<Log, 'warn' | 'info'>;
  projection: Pick<AnyProjection, 'name'>;
  format: CopyFormat<I>;
  /** Interval between copies, milliseconds. */
  everyMs?: number;
}

/**
 * Copies of in-memory replicas, stored as blobs. A process starts from the newest copy instead of reading each document. The loss of a copy costs
 * only time.
 */
export function memoryCopies<I>({ engines, log, projection, format, everyMs = copyEveryMs }: CopyOptions<I>): ReplicaCopies<I> {
  const { blobs, events, projections } = engines;
  const prefix = `${folder}/${format.name}/`;
  const nameOf = (build: number, position: Position): string => `${prefix}${build}-${String(position).padStart(digits, '0')}`;
  /** Origin of the documents, read before the documents. */
  let filledFrom: Pick<Origin, 'build' | 'replayedAt'> | null = null;
  let newest: Position = 0;
  let nextAt = 0;
  let writing: Promise<void> | null = null;
  let stopped = false;
  let later: NodeJS.Timeout | undefined;

  const namesOf = (beginning: string): Promise<string[]> => Array.fromAsync(blobs.list(beginning));
  const newestOf = async (build: number): Promise<Position> =>
    Math.max(0, ...(await namesOf(`${prefix}${build}-`)).map((name) => Number(name.slice(-digits))));
  const rest = (): void => {
    nextAt = Date.now() + everyMs * (0.75 + Math.random() / 2);
  };
  const eventAt = async (position: Position): Promise<string | undefined> => {
    const [event] = await events.readAll(position - 1, 1, position);
    return event?.position === position ? event.id : undefined;
  };

  async function restore(build: number): Promise<ReplicaCopy<I> | null> {
    filledFrom = { build, replayedAt: await replayedAt({ projection, store: projections }) };
    newest = await newestOf(build);
    const blob = newest > 0 ? await blobs.read(nameOf(build, newest)) : null;
    if (!blob) return null;
    try {
      const { head, rest: body } = await firstLine<Origin>(blob.content);
      if (head.replayedAt === filledFrom.replayedAt && (await eventAt(head.position)) === head.eventId) {
        rest();
        return { index: await format.read(body), applied: head.position };
      }
    } catch (error) {
      log.warn({ err: error, copy: nameOf(build, newest) }, 'a copy could not be read; all is read anew');
    } finally {
      blob.content.destroy();
    }
    // An unusable copy is removed, because its position may be higher than that of the next copy.
    await blobs.remove(nameOf(build, newest));
    newest = 0;
    return null;
  }

  async function write(index: I, build: number, position: Position): Promise<void> {
    const eventId = await eventAt(position);
    // Another process may have stored a copy meanwhile.
    const others = await newestOf(build);
    if (filledFrom?.build !== build || eventId === undefined || others > newest) {
      newest = Math.max(newest, others);
      return;
    }
    const origin: Origin = { ...filledFrom, position, eventId };
    const begin = performance.now();
    await blobs.put(nameOf(build, position), Readable.from(bytesOf(origin, format.write(index)), { objectMode: false }), mimeType);
    newest = position;
    for (const name of await namesOf(prefix)) if (name !== nameOf(build, position)) await blobs.remove(name);
    log.info({ copy: format.name, position, ms: Math.round(performance.now() - begin) }, 'a copy was made');
  }

  async function* bytesOf(origin: Origin, chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${JSON.stringify(origin)}\n`);
    for (const chunk of chunks) {
      if (stopped) throw new Error('A copy is not finished');
      yield chunk;
      await breathe();
    }
  }
  return {
    restore,
    offer(index, build, position) {
      clearTimeout(later);
      if (stopped || position <= newest || !format.isLarge(index)) return;
      if (writing || Date.now() < nextAt) {
        // Deletions must reach the copy in time, even if no event follows.
        later = setTimeout(() => this.offer(index, build, position), Math.max(nextAt - Date.now(), busyMs)).unref();
        return;
      }
      rest();
      writing = write(index, build, position)
        .catch((error: unknown) => {
          if (!stopped) log.warn({ err: error, copy: format.name }, 'a copy could not be made and is tried again later');
        })
        .finally(() => {
          writing = null;
        });
    },
    async stop() {
      stopped = true;
      clearTimeout(later);
      await writing;
    },
  };
}

/** Parses the JSON on the first line of a stream. @returns The value and the rest of the stream. */
async function firstLine<T>(content: Readable): Promise<{ head: T; rest: AsyncIterable<Uint8Array> }> {
  const chunks: AsyncIterator<Uint8Array> = content[Symbol.asyncIterator]();
  let read = Buffer.alloc(0);
  for (;;) {
    const { done, value } = await chunks.next();
    if (done) throw new Error('A copy has no first line');
    read = Buffer.concat([read, value]);
    const end = read.indexOf('\n');
    if (end < 0) continue;
    async function* rest(): AsyncGenerator<Uint8Array> {
      yield read.subarray(end + 1);
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    }
    return { head: JSON.parse(read.toString('utf8', 0, end)), rest: rest() };
  }
}
