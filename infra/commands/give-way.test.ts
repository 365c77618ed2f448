import { expect, test } from 'vitest';
import { giveWay } from './give-way.ts';

/** Keeps the event loop busy in each of so many turns, as requests do. */
function keepBusy(turns: number): { left(): number; stop(): void } {
  let left = turns;
  const work = (): void => {
    const until = performance.now() + 3;
    while (performance.now() < until);
    left -= 1;
    if (left > 0) setImmediate(work);
  };
  setImmediate(work);
  return {
    left: () => left,
    stop: () => {
      left = 0;
    },
  };
}

test('lets others finish what they are at', async () => {
  const others = keepBusy(5);
  await giveWay(60_000);
  expect(others.left()).toBe(0);
});

test('goes on in the end although there is no end to what others do', async () => {
  const others = keepBusy(Number.POSITIVE_INFINITY);
  await giveWay();
  expect(others.left()).toBe(Number.POSITIVE_INFINITY);
  others.stop();
});
