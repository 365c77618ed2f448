import { expect, test } from 'vitest';
import { growthPerMinute } from './resources.ts';

const samplesOf = (memory: (seconds: number) => number) =>
  Array.from({ length: 60 }, (_, sample) => ({ at: sample * 5, memory: memory(sample * 5), handles: 30, connections: 12 }));

test('Growth of a resource per minute is the slope of its trend, regardless of fluctuation', () => {
  expect(
    growthPerMinute(
      samplesOf((seconds) => 200 + seconds / 60),
      'memory',
    ),
  ).toBeCloseTo(1);
  expect(
    growthPerMinute(
      samplesOf((seconds) => 200 + (seconds % 10)),
      'memory',
    ),
  ).toBeLessThan(0.2);
  expect(
    growthPerMinute(
      samplesOf(() => 200),
      'handles',
    ),
  ).toBe(0);
});
