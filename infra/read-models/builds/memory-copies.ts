import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Adapters } from '../../adapters.ts';
import type { Position } from '../../event-store/port.ts';
import type { Log } from '../../log.ts';
import type { AnyProjection } from '../projection.ts';
import { replayedAt } from '../projector/projector-commit.ts';
import type { Copies, CopyOf } from '../replica.ts';

/** How something in memory becomes bytes, and comes back. */
export interface CopyFormat<I> {
  /** Its name with the version of its bytes, as part of a blob's name: `stop-map-1`. */
  name: string;
  /** Whether it is worth a copy: what is small is made anew as fast. */
  isLarge(index: I): boolean;
  /** May be taken bit by bit while the index changes, if what had events meanwhile can be read again over it. */
  write(index: I): Iterable<Uint8Array>;
  /** @throws Error when it is no copy */
  read(chunks: AsyncIterable<Uint8Array>): Promise<I>;
}

/**
 * Pause between two copies, milliseconds, give or take a quarter. A start reads newer events again, and a copy still holds what was deleted since.
 */
const copyEveryMs = 5 * 60_000;
/** Pause before a copy is begun that another one was in the way of, milliseconds. */
const busyMs = 1_000;
const folder = 'copies';
const mimeType = 'application/octet-stream';
const digits = 16;

/** First line of a copy: what it was made from. A copy fits as long as all of that is so. */
interface Origin {
  build: number;
  /** When parked events were last replayed, which changed documents of positions long past. */
  replayedAt: number;
  /** The last event that is in it. */
  position: Position;
  eventId: string;
}

export interface CopyOptions<I> {
  engines: Pick<Adapters, 'blobs' | 'events' | 'projections'>;
  log: Pick<Log, 'warn' | 'info'>;
  projection: Pick<AnyProjection, 'name'>;
  format: CopyFormat<I>;
  /** Pause between two copies, milliseconds. */
  everyMs?: number;
}

/**
 * Copies of replicas in memory, among the blobs. A process starts from the newest one instead of reading each document. Losing them costs time only.
 */
export function memoryCopies<I>({ engines, log, projection, format, everyMs = copyEveryMs }: CopyOptions<I>): Copies<I> {
  const { blobs, events, projections } = engines;
  const prefix = `${folder}/${format.name}/`;
  const nameOf = (build: number, position: Position): string => `${prefix}${build}-${String(position).padStart(digits, '0')}`;
  /** Origin of the documents, noted before they were read. */
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

  async function restore(build: number): Promise<CopyOf<I> | null> {
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
    // An unusable copy would pass for newer than the next one.
    await blobs.remove(nameOf(build, newest));
    newest = 0;
    return null;
  }

  async function write(index: I, build: number, position: Position): Promise<void> {
    const eventId = await eventAt(position);
    // Another process has made one since.
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
        // Deleted documents leave the copy in time, also when no event follows.
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

/** The JSON on the first line of a stream, and what follows it. */
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
