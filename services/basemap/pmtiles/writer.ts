import { createHash } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { Compression, TileType, zxyToTileId } from 'pmtiles';

/** A run of adjacent tiles with equal content; run 0 is a leaf directory. */
interface DirectoryEntry {
  tileId: number;
  run: number;
  /** Byte offset from the start of the tile data, or of the leaf directories. */
  offset: number;
  length: number;
}

/** Largest root directory, bytes: it must lie within the first 16,384 bytes together with the header (PMTiles 3, section 3.4). */
const rootLimit = 16_384 - 127;
/** Entries of a leaf: about as many as fit in one disk read. */
const leafSize = 4_096;

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

function serialise(entries: readonly DirectoryEntry[]): Buffer {
  const bytes: number[] = [];
  pushVarint(bytes, entries.length);
  let last = 0;
  for (const { tileId } of entries) {
    pushVarint(bytes, tileId - last);
    last = tileId;
  }
  for (const { run } of entries) pushVarint(bytes, run);
  for (const { length } of entries) pushVarint(bytes, length);
  let end = -1;
  for (const { offset, length } of entries) {
    // 0 means directly after the previous entry.
    pushVarint(bytes, offset === end ? 0 : offset + 1);
    end = offset + length;
  }
  return gzipSync(Buffer.from(bytes));
}

/** Compressed directories of an archive: all entries in the root, or in leaf directories that the root references. */
function serialiseDirectories(entries: readonly DirectoryEntry[]): { root: Buffer; leaves: Buffer } {
  const flat = serialise(entries);
  if (flat.length <= rootLimit) return { root: flat, leaves: Buffer.alloc(0) };
  const leaves: Buffer[] = [];
  const pointers: DirectoryEntry[] = [];
  let offset = 0;
  for (let first = 0; first < entries.length; first += leafSize) {
    const leaf = serialise(entries.slice(first, first + leafSize));
    pointers.push({ tileId: entries[first]?.tileId ?? 0, run: 0, offset, length: leaf.length });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: serialise(pointers), leaves: Buffer.concat(leaves) };
}

/** A tile of a square pyramid; `data` is stored as it is sent. */
export interface Tile {
  z: number;
  x: number;
  y: number;
  data: Uint8Array;
}

interface ArchiveContent {
  tiles: readonly Tile[];
  /** Type of the tiles: gzipped vectors or pictures. */
  type: 'vector' | 'webp';
  maxzoom: number;
  metadata: Record<string, unknown>;
  /** Bounds of the tiles, degrees; the whole world by default. */
  bounds?: { west: number; south: number; east: number; north: number };
}

const headerLength = 127;
/** Bounds of Web Mercator, degrees. */
const world = { west: -180, south: -85.0511, east: 180, north: 85.0511 };

/** Tiles in id order. Equal contents are stored once, and adjacent equal tiles share an entry. */
function arrange(tiles: readonly Tile[]): { entries: DirectoryEntry[]; contents: Uint8Array[]; length: number } {
  const ordered = tiles.map(({ z, x, y, data }) => ({ tileId: zxyToTileId(z, x, y), data })).sort((a, b) => a.tileId - b.tileId);
  const known = new Map<string, { offset: number; length: number }>();
  const entries: DirectoryEntry[] = [];
  const contents: Uint8Array[] = [];
  let length = 0;
  for (const { tileId, data } of ordered) {
    const digest = createHash('sha1').update(data).digest('base64');
    const place = known.get(digest) ?? { offset: length, length: data.length };
    if (!known.has(digest)) {
      known.set(digest, place);
      contents.push(data);
      length += data.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === place.offset && last.tileId + last.run === tileId) last.run++;
    else entries.push({ tileId, run: 1, ...place });
  }
  return { entries, contents, length };
}

/** Lengths of the parts in storage order. */
interface Parts {
  root: number;
  metadata: number;
  leaves: number;
  tiles: number;
}

/** The fixed header of PMTiles 3. */
function headerOf(content: ArchiveContent, parts: Parts, counts: { addressed: number; entries: number; contents: number }): Buffer {
  const header = Buffer.alloc(headerLength);
  header.write('PMTiles', 0);
  header[7] = 3;
  const metadataAt = headerLength + parts.root;
  const leavesAt = metadataAt + parts.metadata;
  const tilesAt = leavesAt + parts.leaves;
  const places = [headerLength, parts.root, metadataAt, parts.metadata, leavesAt, parts.leaves, tilesAt, parts.tiles];
  const numbers = [...places, counts.addressed, counts.entries, counts.contents];
  for (const [index, value] of numbers.entries()) header.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  const vector = content.type === 'vector';
  const tileCompression = vector ? Compression.Gzip : Compression.None;
  const tileType = vector ? TileType.Mvt : TileType.Webp;
  header.set([1, Compression.Gzip, tileCompression, tileType, 0, content.maxzoom], 96);
  const { west, south, east, north } = content.bounds ?? world;
  for (const [index, degrees] of [west, south, east, north].entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4);
  return header;
}

/**
 * Writes a PMTiles 3 archive atomically: the file appears complete or not at all, even with concurrent writers.
 * @param path Path of the archive. The bytes first go into a temporary file beside it, which is flushed and renamed.
 */
export async function writeArchive(path: string, content: ArchiveContent): Promise<void> {
  const { entries, contents, length } = arrange(content.tiles);
  const { root, leaves } = serialiseDirectories(entries);
  const metadata = gzipSync(JSON.stringify(content.metadata));
  const parts = { root: root.length, metadata: metadata.length, leaves: leaves.length, tiles: length };
  const header = headerOf(content, parts, { addressed: content.tiles.length, entries: entries.length, contents: contents.length });
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    await using file = await open(temporary, 'wx');
    await file.writev([header, root, metadata, leaves]);
    // In batches, because one call takes at most 1,024 buffers on Linux.
    for (let first = 0; first < contents.length; first += 1_000) await file.writev(contents.slice(first, first + 1_000));
    await file.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await moveInto(temporary, path);
}

/**
 * Renames the file. Where an open file cannot be replaced, an existing archive counts as success, because another process has written the same
 * content.
 */
async function moveInto(temporary: string, path: string): Promise<void> {
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    if (!(await stat(path).catch(() => null))) throw error;
  }
}
