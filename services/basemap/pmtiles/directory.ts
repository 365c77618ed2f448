import { gzipSync } from 'node:zlib';

/** A run of adjacent tiles with equal content; run 0 is a leaf directory. */
export interface DirectoryEntry {
  tileId: number;
  run: number;
  /** Byte offset from the start of the tile data, or of the leaf directories. */
  offset: number;
  length: number;
}

/** Largest root directory: it must lie within the first 16,384 bytes together with the header (PMTiles 3, section 3.4). */
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
export function serialiseDirectories(entries: readonly DirectoryEntry[]): { root: Buffer; leaves: Buffer } {
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
