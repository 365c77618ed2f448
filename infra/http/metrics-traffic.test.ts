import { expect, test } from 'vitest';
import { createTraffic } from './metrics.ts';

const minute = 60_000;
const noon = Date.parse('2026-03-01T12:00:00.000Z');

test('Traffic metrics count reads, writes and failures by clock minute, and drop them after an hour', () => {
  let now = noon + 30_000;
  const traffic = createTraffic(() => now);
  expect(traffic.lastHour()).toEqual([]);
  for (const [method, status] of [
    ['GET', 200],
    ['HEAD', 404],
    ['POST', 201],
    ['DELETE', 503],
    ['GET', 500],
  ] as const)
    traffic.count(method, status);
  now += minute;
  traffic.count('PATCH', 200);
  expect(traffic.lastHour()).toEqual([
    { at: noon, reads: 3, writes: 2, failures: 2 },
    { at: noon + minute, reads: 0, writes: 1, failures: 0 },
  ]);
  now = noon + 60 * minute;
  expect(traffic.lastHour()).toEqual([{ at: noon + minute, reads: 0, writes: 1, failures: 0 }]);
  for (let passed = 0; passed < 200; passed++) {
    now += minute;
    traffic.count('GET', 200);
  }
  expect(traffic.lastHour()).toHaveLength(60);
});
