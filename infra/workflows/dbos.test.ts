import { expect, test } from 'vitest';
import { EngineUnavailable } from '../errors.ts';
import { createPool } from '../postgres/pool.ts';
import { testDatabase } from '../postgres/test-database.ts';
import { type CrashUnderTest, workflowCrashContract } from './contract/crash.ts';
import { beginScript, scripts, step, until } from './contract/fixture.ts';
import { workflowEngineContract } from './contract.ts';
import { dbosWorkflows } from './dbos.ts';

/** Adapters on a temporary database, each with a separate pool, as in separate processes. */
async function made(): Promise<CrashUnderTest> {
  const database = await testDatabase();
  const opened: (() => Promise<void>)[] = [];
  return {
    engine: { dbos: database.config },
    open: () => {
      const pool = createPool(database.config, { max: 4 });
      const engine = dbosWorkflows(pool);
      opened.push(() => engine.close().then(() => pool.end()));
      return engine;
    },
    close: async () => {
      await Promise.all(opened.map((close) => close()));
      await database.close();
    },
  };
}

workflowEngineContract(made);
workflowCrashContract(made);

test('DBOS runs continue after every connection is lost, during a step and a wait', { timeout: 60_000 }, async () => {
  const database = await testDatabase();
  const pool = createPool(database.config, { max: 4 });
  const engine = dbosWorkflows(pool);
  const worker = await engine.work([scripts]);
  const { promise: back, resolve: connectionsAreLost } = Promise.withResolvers<void>();
  let held = false;
  const hold = async (): Promise<string> => {
    held = true;
    await back;
    return 'held';
  };
  const wait = { do: 'wait', name: 'go', timeout: 60_000 } as const;
  const waiting = await beginScript({ client: engine }, [step('now'), wait], { now: async () => 'now' });
  const inStep = await beginScript({ client: engine }, [step('hold'), wait], { hold });
  await until(() => expect(held).toBe(true));
  await database.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
  connectionsAreLost();
  // A call that uses a lost connection fails; the next call succeeds.
  await until(async () => expect(await engine.signal(waiting, 'go', 1, 'a')).toBe('delivered'));
  await until(async () => expect(await engine.signal(inStep, 'go', 2, 'b')).toBe('delivered'));
  expect([await engine.result(waiting), await engine.result(inStep)]).toEqual([
    ['now', 1],
    ['held', 2],
  ]);
  await worker.stop();
  await engine.close();
  await pool.end();
  await database.close();
});

test('DBOS engine throws EngineUnavailable for an unavailable Postgres', { timeout: 30_000 }, async () => {
  const pool = createPool({ host: '127.0.0.1', port: 1, user: 'postgres' }, { max: 2 });
  const engine = dbosWorkflows(pool);
  const calls = [engine.start('x', 'x', null), engine.signal('x', 'go', null), engine.status('x'), engine.result('x')];
  for (const outcome of await Promise.allSettled(calls)) expect(outcome).toMatchObject({ reason: expect.any(EngineUnavailable) });
  await engine.close();
  await pool.end();
});
