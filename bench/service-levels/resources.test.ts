import { expect, test } from 'vitest';
import { growthPerMinute } from './resources.ts';

const looksOf = (memory: (seconds: number) => number) =>
  Array.from({ length: 60 }, (_, look) => ({ at: look * 5, memory: memory(look * 5), handles: 30, connections: 12 }));

test('what grows is told by the minute, and what goes up and down does not grow', () => {
  expect(
    growthPerMinute(
      looksOf((seconds) => 200 + seconds / 60),
      'memory',
    ),
  ).toBeCloseTo(1);
  expect(
    growthPerMinute(
      looksOf((seconds) => 200 + (seconds % 10)),
      'memory',
    ),
  ).toBeLessThan(0.2);
  expect(
    growthPerMinute(
      looksOf(() => 200),
      'handles',
    ),
  ).toBe(0);
});
