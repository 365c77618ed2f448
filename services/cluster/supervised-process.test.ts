import { environmentWith } from '@waystory/infra/config.ts';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processStateOf } from './process-state.ts';
import { type SupervisedProcess, supervise } from './supervised-process.ts';

let database: TestDatabase;
let supervised: SupervisedProcess;
const said: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const [port, metricsPort = 0] = await findFreePorts(2);
  const env = environmentWith({ DATABASE_URL: databaseUrl(database.config), SEED: 'none', NODE_OPTIONS: '' });
  supervised = supervise({ name: 'command-1', roles: ['command'], port, metricsPort }, env, (line) => said.push(line));
});
afterAll(async () => {
  await supervised.stop();
  await database.close();
});

const ready = () => expect.poll(async () => (await processStateOf(supervised)).health, { timeout: 30_000, interval: 50 }).toBe('ready');

test('Supervised process restarts on its port after a kill, and stays down after stop', { timeout: 60_000 }, async () => {
  await ready();
  const first = supervised.pid() ?? 0;
  process.kill(first, 'SIGKILL');
  await expect.poll(() => supervised.restarts(), { timeout: 10_000 }).toBe(1);
  await ready();
  expect(supervised.pid()).not.toBe(first);
  expect(said.join('\n')).toContain('ended by SIGKILL');
  expect(await processStateOf(supervised)).toMatchObject({ health: 'ready', restarts: 1, lag: undefined, memory: expect.any(Number) });

  await supervised.stop();
  expect(supervised.pid()).toBeUndefined();
  expect((await processStateOf(supervised)).health).toBe('down');
  expect(supervised.restarts()).toBe(1);
});
