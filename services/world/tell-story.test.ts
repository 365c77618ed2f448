import { expect, test } from 'vitest';
import { travelMinutes } from './tell-story.ts';

test('up to 3 km people walk at 4.5 km/h, farther they ride at 18 km/h, and no way takes less than a minute', () => {
  expect([0, 0.03, 1.5, 3, 3.1, 24].map(travelMinutes)).toEqual([1, 1, 20, 40, 10, 80]);
});
