import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Compression, findTile, type Header, PMTiles, ResolvedValueCache, type Source, zxyToTileId } from 'pmtiles';
import { type ArchiveBytes, fileBytes } from './archive-bytes.ts';

const unzip = promisify(gunzip);

/** A tile archive open for reading. */
export interface ArchiveReader {
  header: Header;
  /** Metadata of the archive, unchecked. */
  metadata(): Promise<unknown>;
  /** The tile as stored, so vector tiles are gzipped; null for an empty tile. */
  tile(z: number, x: number, y: number): Promise<Buffer | null>;
  /** Digest of the first bytes, the last bytes and the server's validator. It changes with nearly every change of the tiles. */
  fingerprint(): Promise<string>;
  /** True when header and first directory are the same as at the opening. */
  isSame(): Promise<boolean>;
  close(): Promise<void>;
}

/** Bytes that contain the header and root directory of every archive. */
const beginning = 16_384;

/** Cache size for unpacked directories: all leaves of a world at zoom 7. */
const keptDirectories = 50;
/** Directory levels: the format allows three, and our writer uses two. */
const deepestDirectory = 3;

/** Bytes in the form that the library takes. */
function arrayBufferOf(bytes: Buffer<ArrayBuffer>): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

async function unpacked(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return bytes;
  if (compression === Compression.Gzip) return arrayBufferOf(await unzip(bytes));
  throw new Error('Its directories are packed in a way that is not read here');
}

/**
 * Opens an archive file.
 * @throws When the file does not exist or is no archive.
 */
export const openArchive = async (path: string): Promise<ArchiveReader> => readArchive(await fileBytes(path));

/**
 * Opens an archive over any byte source, and closes the source with it.
 * @throws When the bytes are no archive or unreadable.
 */
export async function readArchive(bytes: ArchiveBytes): Promise<ArchiveReader> {
  const first = await bytes.read(0, beginning).catch(async (error: unknown) => {
    await bytes.close();
    throw error;
  });
  const source: Source = {
    getKey: () => bytes.name,
    getBytes: async (offset, length) => {
      const isKnown = offset === 0 && length <= beginning;
      return { data: arrayBufferOf(isKnown ? first.subarray(0, length) : await bytes.read(offset, length)) };
    },
  };
  const cache = new ResolvedValueCache(keptDirectories, undefined, unpacked);
  const archive = new PMTiles(source, cache, unpacked);
  try {
    const header = await archive.getHeader();
    return {
      header,
      metadata: () => archive.getMetadata(),
      tile: (z, x, y) => findIn(bytes, source, cache, header, zxyToTileId(z, x, y)),
      fingerprint: async () => {
        const end = header.tileDataOffset + (header.tileDataLength ?? 0);
        const last = await bytes.read(Math.max(0, end - beginning), Math.min(end, beginning));
        return createHash('sha256').update(first).update(last).update(bytes.edition()).digest('hex');
      },
      isSame: async () => first.equals(await bytes.read(0, beginning)),
      close: () => bytes.close(),
    };
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

async function findIn(bytes: ArchiveBytes, source: Source, cache: ResolvedValueCache, header: Header, tileId: number): Promise<Buffer | null> {
  let { rootDirectoryOffset: offset, rootDirectoryLength: length } = header;
  for (let depth = 0; depth < deepestDirectory; depth++) {
    const entry = findTile(await cache.getDirectory(source, offset, length, header), tileId);
    if (!entry) return null;
    if (entry.runLength > 0) return bytes.read(header.tileDataOffset + entry.offset, entry.length);
    offset = header.leafDirectoryOffset + entry.offset;
    length = entry.length;
  }
  return null;
}
