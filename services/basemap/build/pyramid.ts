import type { Tile } from '../pmtiles/writer.ts';
import { tileSize } from './mercator.ts';
import { encodeSquare, type Picture, resized } from './picture.ts';

/** Draws one row of tiles at a zoom level, as wide as the map. */
type DrawRow = (z: number, y: number) => Promise<Picture>;

/** Concurrent picture encodings, outside this thread. */
const atOnce = 3;

async function encodeRow(row: Picture, z: number, y: number, quality: number): Promise<Tile[]> {
  const tiles: Tile[] = [];
  const columns = Array.from({ length: 2 ** z }, (_, x) => x).values();
  const work = async (): Promise<void> => {
    for (const x of columns) tiles.push({ z, x, y, data: await encodeSquare(row, x * tileSize, 0, tileSize, quality) });
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return tiles;
}

/**
 * Tiles of one zoom level, and of smaller levels as reduced copies.
 * @param to Smallest zoom level.
 * @param quality WebP quality, 0 to 100.
 */
export async function* pyramid(draw: DrawRow, from: number, to: number, quality: number): AsyncGenerator<Tile> {
  const smaller: Picture[] = [];
  const rows = 2 ** from;
  for (let y = 0; y < rows; y++) {
    const row = await draw(from, y);
    yield* await encodeRow(row, from, y, quality);
    if (from > to) smaller.push(await resized(row, row.width / 2, tileSize / 2));
  }
  if (from > to) yield* pyramid(async (_, y) => stacked(smaller, y), from - 1, to, quality);
}

/** Joins two halves of a row of tiles, the northern half first. */
function stacked(halves: readonly Picture[], y: number): Picture {
  const [north, south] = [halves[y * 2], halves[y * 2 + 1]];
  if (!north || !south) throw new Error(`The pyramid lacks row ${y}`);
  return { ...north, height: north.height + south.height, data: Buffer.concat([north.data, south.data]) };
}
