import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { cacheRegistry } from '@waystory/infra/cache-registry.ts';
import { BadConfiguration } from '@waystory/infra/config.ts';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import type { Log } from '@waystory/infra/log.ts';
import { circuitBreaker } from '@waystory/infra/open-data/rest.ts';
import { Compression } from 'pmtiles';
import { ArchiveReplaced, ArchiveUnavailable } from './pmtiles/remote-bytes.ts';
import {
  archiveFaultText,
  type OpenStreetArchive,
  openCheckedArchive,
  type StreetArchiveSource,
  type StreetArchiveStatus,
} from './street-archive-check.ts';

/** An archive that may become unavailable and return while the product runs. */
interface ArchiveWatch {
  /** Null while the archive is unreadable. After a pause it is reopened in the background. */
  current(): OpenStreetArchive | null;
  /** Reports a failed read of the archive. */
  lose(archive: OpenStreetArchive, error: unknown): void;
  close(): Promise<void>;
}

interface WatchOptions {
  open: () => Promise<OpenStreetArchive>;
  /** The archive, or the error that prevented its opening. */
  first: OpenStreetArchive | ArchiveUnavailable;
  log: Pick<Log, 'warn'>;
  now?: (() => number) | undefined;
}

function watchArchive({ open, first, log, now }: WatchOptions): ArchiveWatch {
  const rest = circuitBreaker(now);
  let archive = first instanceof ArchiveUnavailable ? null : first;
  let opening: Promise<void> | null = null;

  function leaveAlone(error: unknown): void {
    rest.begin(error instanceof ArchiveUnavailable ? error.answer : undefined);
  }
  function tell(error: unknown): void {
    log.warn({ err: error }, 'the archive of MAP_PMTILES cannot be read; the built-in map is shown until it can');
  }
  async function openAnew(): Promise<void> {
    try {
      archive = await open();
      log.warn({}, 'the archive of MAP_PMTILES is there again');
    } catch (error) {
      leaveAlone(error);
    }
    opening = null;
  }
  if (first instanceof ArchiveUnavailable) {
    leaveAlone(first);
    tell(first);
  }
  return {
    current() {
      if (!archive && !rest.isOn()) opening ??= openAnew();
      return archive;
    },
    lose(failed, error) {
      // The first of many failing requests has handled the failure.
      if (failed !== archive) return;
      archive = null;
      if (error instanceof ArchiveReplaced) {
        log.warn({}, 'the archive of MAP_PMTILES was replaced; it is opened anew');
        opening ??= openAnew();
      } else {
        leaveAlone(error);
        tell(error);
      }
      void failed.reader.close().catch(() => {});
    },
    async close() {
      await opening;
      await archive?.reader.close();
    },
  };
}

const unzip = promisify(gunzip);

/** Largest unpacked vector tile, bytes. */
const largestTile = 32 * 1024 * 1024;

/** True for a vector tile (MVT), gzipped or not. Bytes of another archive at the same offset hardly ever qualify. */
async function isVectorTile(bytes: Buffer, isGzipped: boolean): Promise<boolean> {
  if (!isGzipped) return hasLayersOnly(bytes);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return false;
  const unpacked = await unzip(bytes, { maxOutputLength: largestTile }).catch(() => null);
  return unpacked !== null && hasLayersOnly(unpacked);
}

/** Protobuf key of a layer in a tile: field 3, length-delimited. */
const layerKey = 0x1a;

/** True when the tile consists of layers only, up to its last byte. */
function hasLayersOnly(tile: Buffer): boolean {
  let at = 0;
  while (at < tile.length) {
    if (tile[at] !== layerKey) return false;
    const [length, start] = varint(tile, at + 1);
    at = start + length;
  }
  return at === tile.length;
}

/** Decodes a varint and returns its end; an invalid varint ends beyond the bytes. */
function varint(bytes: Buffer, from: number): [value: number, end: number] {
  let [value, at] = [0, from];
  for (let bits = 0; bits < 35; bits += 7) {
    const byte = bytes[at++] ?? 0x80;
    value += (byte & 0x7f) * 2 ** bits;
    if (byte < 0x80) return [value, at];
  }
  return [Number.POSITIVE_INFINITY, at];
}

/** A vector tile as stored. */
interface StreetTile {
  bytes: Buffer;
  isGzipped: boolean;
}

/** Street map from an archive that the operator configures, in the Protomaps schema. */
export interface StreetArchive {
  /** `away` while the archive is unreadable: pages then show the built-in map alone, and the archive is retried. */
  status(): StreetArchiveStatus | 'away';
  /**
   * A stored tile: null when empty, undefined outside the archive of this version.
   * @throws EngineUnavailable While the archive is unreadable.
   */
  tile(version: string, z: number, x: number, y: number): Promise<StreetTile | null | undefined>;
  close(): Promise<void>;
}

interface StreetArchiveOptions extends StreetArchiveSource {
  log: Pick<Log, 'warn'>;
  now?: () => number;
}

/** Interval of the check whether an archive in use was replaced, milliseconds. */
const checkEvery = 15_000;

const away = (cause: unknown): EngineUnavailable => new EngineUnavailable('the archive of the map', cause);

/**
 * Opens the configured archive. An unavailable server is retried; any other fault needs the operator.
 * @throws BadConfiguration Names the setting.
 */
export async function openStreetArchive({ log, now = Date.now, ...source }: StreetArchiveOptions): Promise<StreetArchive> {
  const open = (): Promise<OpenStreetArchive> => openCheckedArchive(source);
  const first = await open().catch((error: unknown) => {
    if (error instanceof ArchiveUnavailable) return error;
    throw new BadConfiguration(`MAP_PMTILES: ${archiveFaultText(error, source.place)}`);
  });
  const watch = watchArchive({ open, first, log, now });
  const read = source.place.kind === 'address' ? readOnce() : readEach;
  let checked: { archive: OpenStreetArchive; at: number } | null = null;

  /** Checked at intervals, because validators of answers need not reveal a replaced archive. */
  async function mustBeSame(archive: OpenStreetArchive): Promise<void> {
    if (checked?.archive !== archive) checked = { archive, at: now() };
    if (now() - checked.at < checkEvery) return;
    checked = { archive, at: now() };
    if (!(await archive.reader.isSame())) throw new ArchiveReplaced();
  }
  const current = (): OpenStreetArchive | null => {
    const archive = watch.current();
    if (archive) mustBeSame(archive).catch((error: unknown) => watch.lose(archive, error));
    return archive;
  };
  return {
    status: () => current()?.status ?? 'away',
    async tile(version, z, x, y) {
      const archive = watch.current();
      if (!archive) throw away(new Error('it was away a moment ago'));
      const { minzoom, maxzoom } = archive.status;
      if (version !== archive.status.version || z < minzoom || z > maxzoom) return undefined;
      try {
        await mustBeSame(archive);
        const bytes = await read(archive, z, x, y);
        return bytes && { bytes, isGzipped: archive.reader.header.tileCompression === Compression.Gzip };
      } catch (error) {
        if (error instanceof BrokenTile) log.warn({ z, x, y }, 'a tile of the archive of MAP_PMTILES is broken; it is not given out');
        else watch.lose(archive, error);
        throw away(error);
      }
    },
    close: () => watch.close(),
  };
}

type Read = (archive: OpenStreetArchive, z: number, x: number, y: number) => Promise<Buffer | null>;

/** The archive is unchanged, but one of its tiles is broken. */
class BrokenTile extends Error {}

/**
 * Reads without a cache of its own, because the operating system caches files.
 * @throws ArchiveReplaced When the tile holds bytes of another archive.
 */
const readEach: Read = async ({ reader }, z, x, y) => {
  const bytes = await reader.tile(z, x, y);
  if (!bytes || (await isVectorTile(bytes, reader.header.tileCompression === Compression.Gzip))) return bytes;
  if (await reader.isSame()) throw new BrokenTile('a tile is broken');
  throw new ArchiveReplaced();
};

/** Caches tiles of a remote archive. */
function readOnce(): Read {
  const kept = cacheRegistry.cache<string, Buffer>('streets', { sizeOf: ({ byteLength }) => byteLength });
  return async (archive, z, x, y) => {
    const key = `${archive.status.version}/${z}/${x}/${y}`;
    const known = kept.get(key);
    if (known) return known;
    const bytes = await readEach(archive, z, x, y);
    if (bytes) kept.set(key, bytes);
    return bytes;
  };
}
