import { expect, test } from 'vitest';
import { EngineUnavailable } from '../event-store/port.ts';
import { createPool } from '../postgres/pool.ts';
import { testDatabase } from '../postgres/test-database.ts';
import { workflowEngineContract } from './contract.ts';
import { type CrashUnderTest, workflowCrashContract } from './contract-crash.ts';
import { dbosWorkflows } from './dbos.ts';

/** Engines on a database of their own, each with a pool as a process has it. */
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

test('says so when Postgres is not there', { timeout: 30_000 }, async () => {
  const pool = createPool({ host: '127.0.0.1', port: 1, user: 'postgres' }, { max: 2 });
  const engine = dbosWorkflows(pool);
  const calls = [engine.start('x', 'x', null), engine.signal('x', 'go', null), engine.status('x'), engine.result('x')];
  for (const outcome of await Promise.allSettled(calls)) expect(outcome).toMatchObject({ reason: expect.any(EngineUnavailable) });
  await engine.close();
  await pool.end();
});
