import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { findTile, type Header, PMTiles, ResolvedValueCache, type Source, zxyToTileId } from 'pmtiles';

const unzip = promisify(gunzip);

/** An archive of tiles that is open for reading. */
export interface ArchiveReader {
  header: Header;
  /** The tile as it is stored, so vectors are gzipped; null when there is nothing on it. */
  tile(z: number, x: number, y: number): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** Directories that are kept unpacked: all leaves of a world of zoom 7. */
const keptDirectories = 50;
/** Root, leaf, and nothing below: the format allows three steps, our writer makes two. */
const deepestDirectory = 3;

async function read(file: FileHandle, offset: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

/** Bytes as the library takes them. */
function arrayBufferOf(bytes: Buffer<ArrayBuffer>): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

const inflate = async (bytes: ArrayBuffer): Promise<ArrayBuffer> => arrayBufferOf(await unzip(bytes));

/**
 * Opens an archive.
 * @throws when there is no such file or it is no archive.
 */
export async function openArchive(path: string): Promise<ArchiveReader> {
  const file = await open(path);
  const source: Source = { getKey: () => path, getBytes: async (offset, length) => ({ data: arrayBufferOf(await read(file, offset, length)) }) };
  const cache = new ResolvedValueCache(keptDirectories, undefined, inflate);
  try {
    const header = await new PMTiles(source, cache).getHeader();
    return { header, tile: (z, x, y) => findIn(file, source, cache, header, zxyToTileId(z, x, y)), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function findIn(file: FileHandle, source: Source, cache: ResolvedValueCache, header: Header, tileId: number): Promise<Buffer | null> {
  let { rootDirectoryOffset: offset, rootDirectoryLength: length } = header;
  for (let depth = 0; depth < deepestDirectory; depth++) {
    const entry = findTile(await cache.getDirectory(source, offset, length, header), tileId);
    if (!entry) return null;
    if (entry.runLength > 0) return read(file, header.tileDataOffset + entry.offset, entry.length);
    offset = header.leafDirectoryOffset + entry.offset;
    length = entry.length;
  }
  return null;
}
