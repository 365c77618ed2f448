import { expect, test } from 'vitest';
import { travelRunsOf } from './street-ways.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const [gion, kiyomizu, station, nara, lisbon] = [
  at(35.0036, 135.7756),
  at(34.9949, 135.785),
  at(34.9858, 135.7588),
  at(34.6851, 135.8048),
  at(38.71, -9.14),
];

test('Consecutive points with one travel mode form one run, and another mode starts a new run', () => {
  expect(travelRunsOf([gion, kiyomizu, station, nara])).toEqual([
    { mode: 'walk', points: [gion, kiyomizu] },
    { mode: 'car', points: [kiyomizu, station, nara] },
  ]);
});

test('Flights and zero distances are in no run', () => {
  expect(travelRunsOf([lisbon, gion, gion])).toEqual([]);
  expect(travelRunsOf([gion, lisbon, lisbon, gion])).toEqual([]);
  expect(travelRunsOf([gion])).toEqual([]);
});

test('Run of more than 50 points is split into runs of at most 50', () => {
  const many = Array.from({ length: 120 }, (_, index) => at(35 + index / 1_000, 135.7));
  expect(travelRunsOf(many).map(({ points }) => points.length)).toEqual([50, 50, 22]);
});
