import { callerMemory } from '@waystory/infra/caller-memory.ts';
import { BadConfiguration } from '@waystory/infra/config.ts';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import type { Log } from '@waystory/infra/log.ts';
import { Compression } from 'pmtiles';
import { watchArchive } from './archive-watch.ts';
import { ArchiveAway } from './pmtiles/remote-bytes.ts';
import { type OpenStreetArchive, openChecked, type StreetArchiveSource, type StreetArchiveStatus, troubleOf } from './street-archive-check.ts';

/** A vector tile as it is stored. */
export interface StreetTile {
  bytes: Buffer;
  isGzipped: boolean;
}

/** Streets of an archive in the schema of Protomaps, which the operator names. */
export interface StreetArchive {
  /** Away while it cannot be read: the built-in map is shown alone, and the archive is tried again later. */
  status(): StreetArchiveStatus | 'away';
  /**
   * Null when nothing is on the tile, undefined when the archive of this version does not reach there.
   * @throws EngineUnavailable while it cannot be read.
   */
  tile(version: string, z: number, x: number, y: number): Promise<StreetTile | null | undefined>;
  close(): Promise<void>;
}

interface StreetArchiveOptions extends StreetArchiveSource {
  log: Pick<Log, 'warn'>;
  now?: () => number;
}

const away = (cause: unknown): EngineUnavailable => new EngineUnavailable('the archive of the map', cause);

/**
 * Opens the archive of the setting. One whose server is away is waited for, anything else that is wrong with it is for the operator to mend.
 * @throws BadConfiguration naming the setting.
 */
export async function openStreetArchive({ log, now, ...source }: StreetArchiveOptions): Promise<StreetArchive> {
  const open = (): Promise<OpenStreetArchive> => openChecked(source);
  const first = await open().catch((error: unknown) => {
    if (error instanceof ArchiveAway) return error;
    throw new BadConfiguration(`MAP_PMTILES: ${troubleOf(error, source.place)}`);
  });
  const watch = watchArchive({ open, first, log, now });
  const read = source.place.kind === 'address' ? readOnce() : readEach;
  return {
    status: () => watch.current()?.status ?? 'away',
    async tile(version, z, x, y) {
      const archive = watch.current();
      if (!archive) throw away(new Error('it was away a moment ago'));
      const { minzoom, maxzoom } = archive.status;
      if (version !== archive.status.version || z < minzoom || z > maxzoom) return undefined;
      try {
        const bytes = await read(archive, z, x, y);
        return bytes && { bytes, isGzipped: archive.reader.header.tileCompression === Compression.Gzip };
      } catch (error) {
        watch.lose(archive, error);
        throw away(error);
      }
    },
    close: () => watch.close(),
  };
}

type Read = (archive: OpenStreetArchive, z: number, x: number, y: number) => Promise<Buffer | null>;

/** The system keeps what was read of a file. */
const readEach: Read = ({ reader }, z, x, y) => reader.tile(z, x, y);

/** Keeps what came from afar. */
function readOnce(): Read {
  const kept = callerMemory.cache<string, Buffer>('streets', { sizeOf: ({ byteLength }) => byteLength });
  return async ({ reader, status: { version } }, z, x, y) => {
    const key = `${version}/${z}/${x}/${y}`;
    const known = kept.get(key);
    if (known) return known;
    const bytes = await reader.tile(z, x, y);
    if (bytes) kept.set(key, bytes);
    return bytes;
  };
}
