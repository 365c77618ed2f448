import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const unzip = promisify(gunzip);

/** No vector tile of a map is larger when it is unpacked, bytes. */
const largestTile = 32 * 1024 * 1024;

/** Whether these bytes are a vector tile (MVT), gzipped or not. The bytes of another archive at the same place hardly ever are. */
export async function isVectorTile(bytes: Buffer, isGzipped: boolean): Promise<boolean> {
  if (!isGzipped) return hasLayersOnly(bytes);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return false;
  const unpacked = await unzip(bytes, { maxOutputLength: largestTile }).catch(() => null);
  return unpacked !== null && hasLayersOnly(unpacked);
}

/** Key of a layer in the message of a tile: field 3, of some length. */
const layerKey = 0x1a;

/** A tile is one layer after the other, to its last byte. */
function hasLayersOnly(tile: Buffer): boolean {
  let at = 0;
  while (at < tile.length) {
    if (tile[at] !== layerKey) return false;
    const [length, start] = varint(tile, at + 1);
    at = start + length;
  }
  return at === tile.length;
}

/** A number that is written seven bits at a time, and where it ends; beyond the end where it is none. */
function varint(bytes: Buffer, from: number): [value: number, end: number] {
  let [value, at] = [0, from];
  for (let bits = 0; bits < 35; bits += 7) {
    const byte = bytes[at++] ?? 0x80;
    value += (byte & 0x7f) * 2 ** bits;
    if (byte < 0x80) return [value, at];
  }
  return [Number.POSITIVE_INFINITY, at];
}
