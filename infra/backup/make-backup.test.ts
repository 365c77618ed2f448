import { expect, test } from 'vitest';
import { createPace } from './make-backup.ts';

test('Reading of keys, tables and blobs for a backup is due at once, then after ten times its last duration, at least 500 ms', async () => {
  let clock = 0;
  const pace = createPace(() => clock);
  const after = async (takes: number): Promise<number> => {
    await pace.measured(async () => {
      clock += takes;
    });
    const ended = clock;
    while (!pace.isDue()) clock += 10;
    return clock - ended;
  };
  expect(pace.isDue()).toBe(true);
  expect(await after(20)).toBe(500);
  expect(await after(3_000)).toBe(30_000);
});
