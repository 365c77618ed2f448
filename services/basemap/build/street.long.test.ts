import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { streetBuilder } from './street.ts';

test('Street builder yields each tile of zoom level 1 once, with all layers', () => {
  const tiles = Array.from(streetBuilder(1).fine(1, 1)).filter((tile) => tile !== null);
  expect(tiles.map(({ z, x, y }) => `${z}/${x}/${y}`).sort()).toEqual(['1/0/0', '1/0/1', '1/1/0', '1/1/1']);
  const northEast = tiles.find(({ x, y }) => x === 1 && y === 0);
  const text = gunzipSync(northEast?.data ?? Buffer.alloc(0)).toString();
  const expected = ['earth', 'water', 'lake', 'boundaries', 'places', 'Österreich', 'Vienna', 'Mer Noire'];
  expect(expected.filter((name) => !text.includes(name))).toEqual([]);
}, 60_000);
