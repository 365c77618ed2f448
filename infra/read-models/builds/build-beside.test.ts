import { expect, test } from 'vitest';
import { createWaitLog, NotYet } from './build-beside.ts';

test('Wait log writes one line for consecutive NotYet errors, and leaves any other error to the caller', () => {
  const lines: unknown[] = [];
  const waits = createWaitLog({ info: (...line: unknown[]) => lines.push(line) }, { projection: 'boards' });
  expect([new NotYet('at 1'), new Error('broken'), new NotYet('at 2')].map(waits.takes)).toEqual([true, false, true]);
  waits.over();
  expect(waits.takes(new NotYet('at 3'))).toBe(true);
  expect(lines).toEqual([
    [{ projection: 'boards' }, 'at 1'],
    [{ projection: 'boards' }, 'at 3'],
  ]);
});
