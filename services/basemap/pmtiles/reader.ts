import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Compression, findTile, type Header, PMTiles, ResolvedValueCache, type Source, zxyToTileId } from 'pmtiles';
import { type ArchiveBytes, fileBytes } from './archive-bytes.ts';

const unzip = promisify(gunzip);

/** An archive of tiles that is open for reading. */
export interface ArchiveReader {
  header: Header;
  /** What it says of itself, whatever that is. */
  metadata(): Promise<unknown>;
  /** The tile as it is stored, so vectors are gzipped; null when there is nothing on it. */
  tile(z: number, x: number, y: number): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** Directories that are kept unpacked: all leaves of a world of zoom 7. */
const keptDirectories = 50;
/** Root, leaf, and nothing below: the format allows three steps, our writer makes two. */
const deepestDirectory = 3;

/** Bytes as the library takes them. */
function arrayBufferOf(bytes: Buffer<ArrayBuffer>): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

async function unpacked(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return bytes;
  if (compression === Compression.Gzip) return arrayBufferOf(await unzip(bytes));
  throw new Error('Its directories are packed in a way that is not read here');
}

/**
 * Opens an archive that is a file.
 * @throws when there is no such file or it is no archive.
 */
export const openArchive = async (path: string): Promise<ArchiveReader> => readArchive(await fileBytes(path));

/**
 * Opens an archive wherever its bytes are, and closes them with it.
 * @throws when they are no archive, or cannot be read.
 */
export async function readArchive(bytes: ArchiveBytes): Promise<ArchiveReader> {
  const source: Source = {
    getKey: () => bytes.name,
    getBytes: async (offset, length) => ({ data: arrayBufferOf(await bytes.read(offset, length)) }),
  };
  const cache = new ResolvedValueCache(keptDirectories, undefined, unpacked);
  const archive = new PMTiles(source, cache, unpacked);
  try {
    const header = await archive.getHeader();
    return {
      header,
      metadata: () => archive.getMetadata(),
      tile: (z, x, y) => findIn(bytes, source, cache, header, zxyToTileId(z, x, y)),
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
