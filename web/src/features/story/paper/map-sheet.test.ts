import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import { expect, test } from 'vitest';
import { routeOver } from '../../../lib/great-circle.ts';
import { sheetAround } from './map-sheet.ts';

const size = { width: 744, lowest: 250, highest: 440, margin: 56 };
const lisbon = { latitude: 38.72, longitude: -9.14 };
const porto = { latitude: 41.15, longitude: -8.61 };
const faro = { latitude: 37.02, longitude: -7.93 };

test('paper map has west left, north up, and every stop on the sheet', () => {
  const stops = [lisbon, porto, faro];
  const sheet = sheetAround(stops, [], -10, size);
  const [[lisbonX], [portoX, portoY], [faroX, faroY]] = stops.map(sheet.pointOf) as [[number], [number, number], [number, number]]; // three stops
  expect(lisbonX).toBeLessThan(portoX);
  expect(portoX).toBeLessThan(faroX);
  expect(portoY).toBeLessThan(faroY);
  for (const [x, y] of stops.map(sheet.pointOf)) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(sheet.width);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(sheet.height);
  }
});

test('scale of the paper map is exact in the middle of the sheet', () => {
  const [a, b] = [
    { latitude: 45, longitude: 10 },
    { latitude: 45, longitude: 11 },
  ] as const;
  const sheet = sheetAround([a, b], [], 9.9, size);
  const units = sheet.pointOf(b)[0] - sheet.pointOf(a)[0];
  expect(units * sheet.kilometresPerUnit).toBeCloseTo(kilometresBetween(a, b), 0);
});

test('a route across the antimeridian is one continuous line', () => {
  const [fiji, samoa] = [
    { latitude: -17.7, longitude: 178 },
    { latitude: -13.8, longitude: -171.8 },
  ] as const;
  const way = routeOver([fiji, samoa]);
  const sheet = sheetAround([fiji, samoa], [way], 177.9, size);
  const line = sheet.lineOf(way);
  expect(line.at(0)).toEqual(sheet.pointOf(fiji));
  expect(line.at(-1)).toEqual(sheet.pointOf(samoa));
  expect(line.map(([x]) => x)).toEqual(line.map(([x]) => x).sort((a, b) => a - b));
  expect(sheet.kilometresPerUnit).toBeLessThan(3);
});

test('a single stop lies in the middle of the paper map', () => {
  const sheet = sheetAround([lisbon], [], -10, size);
  expect(sheet.pointOf(lisbon)).toEqual([sheet.width / 2, sheet.height / 2]);
});

test('graticule has 2 to 8 meridians and at least 1 parallel on the sheet', () => {
  for (const stops of [[lisbon, porto], [lisbon, faro, { latitude: 64.1, longitude: -21.9 }], [lisbon]]) {
    const { meridians, parallels, width, height } = sheetAround(stops, [], -22, size);
    expect(meridians.length).toBeGreaterThan(1);
    expect(meridians.length).toBeLessThan(9);
    expect(parallels.length).toBeGreaterThan(0);
    expect(meridians.every((x) => x >= 0 && x <= width)).toBe(true);
    expect(parallels.every((y) => y >= 0 && y <= height)).toBe(true);
  }
});
