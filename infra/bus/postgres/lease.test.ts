import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type WatchedStatements, watchStatements } from '../../postgres/statements-fixture.ts';
import { type TestDatabase, testDatabase } from '../../postgres/test-database.ts';
import { type Leases, postgresLeases } from './lease.ts';

let database: TestDatabase;
let statements: WatchedStatements;
const opened: Leases[] = [];
beforeEach(async () => {
  database = await testDatabase();
  statements = watchStatements();
});
afterEach(async () => {
  statements.end();
  await Promise.all(opened.splice(0).map((leases) => leases.close()));
  await database.close();
});

/** The leases of a process. */
function processLeases(): Leases {
  const leases = postgresLeases(new pg.Pool(database.config));
  opened.push(leases);
  return leases;
}

const names = Array.from({ length: 34 }, (_, index) => `consumer-${index}`);
const never = new AbortController().signal;

test('Standby process requests all its leases in one statement', async () => {
  const [first, second] = [processLeases(), processLeases()];
  const held = await Promise.all(names.map((name) => first.acquire(name, never)));
  const given = new Set<string>();
  statements.take();
  const waiting = names.map(async (name) => {
    await second.acquire(name, never);
    given.add(name);
  });
  const triesOfOne = () => statements.asked.filter(({ values }) => values.flat().includes(names[0])).length;
  await expect.poll(triesOfOne, { timeout: 10_000, interval: 5 }).toBeGreaterThanOrEqual(3);
  expect(statements.take(/pg_try_advisory_lock/)).toBeLessThan(names.length);
  expect(given.size).toBe(0);
  await Promise.all(held.map((lease) => lease?.release()));
  await Promise.all(waiting);
});

test('Lease with many waiting processes has one holder at a time', async () => {
  const processes = [processLeases(), processLeases(), processLeases()];
  const taken = new Map<string, number>();
  let most = 0;
  const work = processes.flatMap((leases) =>
    names.slice(0, 5).map(async (name) => {
      const lease = await leases.acquire(name, never);
      taken.set(name, (taken.get(name) ?? 0) + 1);
      most = Math.max(most, taken.get(name) ?? 0);
      await database.pool.query('select 2');
      taken.set(name, (taken.get(name) ?? 0) - 1);
      await lease?.release();
    }),
  );
  await Promise.all(work);
  expect(most).toBe(1);
});
