import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PMTiles } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openArchive } from './reader.ts';
import { type Tile, writeArchive } from './writer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waystory-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const tile = (z: number, x: number, y: number, content: string): Tile => ({ z, x, y, data: Buffer.from(content) });
const write = async (name: string, tiles: Tile[], maxzoom: number): Promise<string> => {
  const path = join(folder, name);
  await writeArchive(path, { tiles, type: 'webp', maxzoom, metadata: { name, vector_layers: [] } });
  return path;
};
const textOf = (data: Buffer | null): string | undefined => data?.toString();

/** All tiles down to a zoom level, each different, with lengths that compress badly in a directory. */
const fullPyramid = (maxzoom: number): Tile[] =>
  Array.from({ length: maxzoom + 1 }, (_, z) => z).flatMap((z) =>
    Array.from({ length: 4 ** z }, (_, index) =>
      tile(z, index % 2 ** z, Math.floor(index / 2 ** z), `${z}/${index} ${'-'.repeat(Math.imul(index, 2_654_435_761) >>> 24)}`),
    ),
  );

describe('written archive', () => {
  test('returns its tiles, and null for all others', async () => {
    const archive = await openArchive(await write('few.pmtiles', [tile(0, 0, 0, 'world'), tile(2, 3, 1, 'east')], 2));
    expect(textOf(await archive.tile(0, 0, 0))).toBe('world');
    expect(textOf(await archive.tile(2, 3, 1))).toBe('east');
    expect(await archive.tile(1, 0, 0)).toBeNull();
    expect(archive.header).toMatchObject({ maxZoom: 2, minZoom: 0, numAddressedTiles: 2, specVersion: 3 });
    await archive.close();
  });

  test('is readable through leaf directories when the root directory is full', async () => {
    const path = await write('many.pmtiles', fullPyramid(7), 7);
    const archive = await openArchive(path);
    expect(archive.header.leafDirectoryLength).toBeGreaterThan(0);
    expect(archive.header.rootDirectoryLength).toBeLessThan(16_257);
    for (const [z, x, y] of [
      [0, 0, 0],
      [5, 31, 31],
      [7, 0, 127],
      [7, 64, 45],
    ] as const)
      expect(textOf(await archive.tile(z, x, y))).toMatch(new RegExp(`^${z}/${y * 2 ** z + x} `));
    await archive.close();
  });

  test('is readable by the reference reader', async () => {
    const bytes = await readFile(await write('reference.pmtiles', fullPyramid(3), 3));
    const getBytes = async (offset: number, length: number) => ({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer });
    const reference = new PMTiles({ getKey: () => 'reference', getBytes });
    const found = await reference.getZxy(3, 5, 2);
    expect(Buffer.from(found?.data ?? new ArrayBuffer()).toString()).toMatch(/^3\/21 /);
    expect(await reference.getMetadata()).toEqual({ name: 'reference.pmtiles', vector_layers: [] });
  });
});

test('Equal tiles are stored once, and adjacent equal tiles share a directory entry', async () => {
  const sea = Array.from({ length: 16 }, (_, index) => tile(2, index % 4, Math.floor(index / 4), 'sea'));
  const archive = await openArchive(await write('sea.pmtiles', [tile(0, 0, 0, 'world'), ...sea], 2));
  expect(archive.header).toMatchObject({ numAddressedTiles: 17, numTileEntries: 2, numTileContents: 2 });
  expect(textOf(await archive.tile(2, 3, 3))).toBe('sea');
  await archive.close();
});

test('Concurrent writers of one archive do not interfere and leave no other files', async () => {
  const tiles = fullPyramid(4);
  await Promise.all(Array.from({ length: 4 }, () => write('race.pmtiles', tiles, 4)));
  expect((await readdir(folder)).filter((name) => name.startsWith('race'))).toEqual(['race.pmtiles']);
  const archive = await openArchive(join(folder, 'race.pmtiles'));
  expect(textOf(await archive.tile(4, 15, 15))).toMatch(/^4\/255 /);
  await archive.close();
});

test('Archive reader refuses a file that is no archive, and a missing file', async () => {
  const path = join(folder, 'broken.pmtiles');
  await writeFile(path, 'PMTiles, but not really');
  await expect(openArchive(path)).rejects.toThrow();
  await expect(openArchive(join(folder, 'missing.pmtiles'))).rejects.toThrow('ENOENT');
});
