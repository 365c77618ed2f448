import type pg from 'pg';
import { expect, test } from 'vitest';
import { createCacheRegistry } from '../../cache-registry.ts';
import { connectionLifetimeMs } from '../../postgres/pool.ts';
import { statements } from './statement.ts';

function stage() {
  const time = { now: 0 };
  const names: (string | undefined)[] = [];
  const query = async ({ name }: pg.QueryConfig) => {
    names.push(name);
    return { rows: [] };
  };
  const pool = { query } as unknown as pg.Pool; // as: `statements` uses only `query`
  const memory = createCacheRegistry(2 ** 20);
  const run = statements(pool, async () => {}, { now: () => time.now, memory });
  /** Prepared name of a statement at its last execution. */
  const nameOf = async (text: string, times = 1): Promise<string | undefined> => {
    for (let time = 0; time < times; time++) await run({ text, values: [] });
    return names.at(-1);
  };
  return { time, memory, nameOf };
}

test('Frequently repeated statement is prepared', async () => {
  const { nameOf } = stage();
  expect(await nameOf('select 1', 2)).toBeUndefined();
  expect(await nameOf('select 1')).toMatch(/^projections\/[0-9a-f]{24}$/);
});

test('At most 300 statements are prepared per connection lifetime, after which new statements are prepared', async () => {
  const { nameOf, time } = stage();
  let prepared = 0;
  for (let shape = 0; shape < 1_000; shape++) if (await nameOf(`select ${shape}`, 3)) prepared += 1;
  expect(prepared).toBe(300);
  expect(await nameOf('select own', 5)).toBeUndefined();
  time.now += connectionLifetimeMs + 1;
  expect(await nameOf('select own', 5)).toBeDefined();
});

test('Overlong statement of an unbounded filter is never prepared and takes no memory', async () => {
  const { nameOf, memory } = stage();
  for (let shape = 0; shape < 500; shape++) expect(await nameOf(`select ${shape} ${'or true '.repeat(2_000)}`, 4)).toBeUndefined();
  expect(memory.used().statements).toBe(0);
});
