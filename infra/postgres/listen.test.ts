import { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from './listen.ts';
import { createPool } from './pool.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const soon = { timeout: 10_000, interval: 5 };

test('Listener receives notifications, and null after a reconnection', async () => {
  const told: (string | null)[] = [];
  const listening = listen(database.pool, 'a "quoted" channel', (payload) => told.push(payload));
  await expect.poll(() => told, soon).toEqual([null]);
  await database.pool.query(`select pg_notify('a "quoted" channel', 'one')`);
  await expect.poll(() => told, soon).toEqual([null, 'one']);
  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`);
  await expect.poll(() => told, soon).toEqual([null, 'one', null]);
  await database.pool.query(`select pg_notify('a "quoted" channel', 'two')`);
  await expect.poll(() => told, soon).toEqual([null, 'one', null, 'two']);
  await listening.close();
});

test('Listener replaces a connection that dies silently', async () => {
  const sockets: Socket[] = [];
  const stream = (): Socket => sockets[sockets.push(new Socket()) - 1] as Socket; // as: the one just added
  const pool = createPool({ ...database.config, stream }, { max: 1 });
  const told: (string | null)[] = [];
  const listening = listen(pool, 'silent', (payload) => told.push(payload));
  await expect.poll(() => told, soon).toEqual([null]);
  sockets[0]?.pause();
  await expect.poll(() => told, { timeout: 20_000 }).toEqual([null, null]);
  await database.pool.query(`select pg_notify('silent', 'heard')`);
  await expect.poll(() => told, soon).toEqual([null, null, 'heard']);
  await listening.close();
  await pool.end();
});

test('Listeners of a pool share one connection, and a later listener first receives null', async () => {
  const told: string[] = [];
  const pool = createPool({ ...database.config, application_name: 'shared' }, { max: 1 });
  const hear = (channel: string) => listen(pool, channel, (payload) => told.push(`${channel} ${payload}`));
  const first = hear('one');
  await expect.poll(() => told, soon).toEqual(['one null']);
  const others = [hear('two'), hear('one')];
  await expect.poll(() => told.toSorted(), soon).toEqual(['one null', 'one null', 'two null']);
  const connections = `select pid from pg_stat_activity where datname = current_database() and application_name = 'shared'`;
  expect((await database.pool.query(connections)).rowCount).toBe(1);

  await first.close();
  told.length = 0;
  await database.pool.query(`select pg_notify('one', 'a'), pg_notify('two', 'b'), pg_notify('three', 'c')`);
  await expect.poll(() => told, soon).toEqual(['one a', 'two b']);
  await Promise.all(others.map((listening) => listening.close()));
  await expect.poll(async () => (await database.pool.query(connections)).rowCount, soon).toBe(0);
  const again = hear('two');
  await expect.poll(() => told, soon).toEqual(['one a', 'two b', 'two null']);
  await again.close();
  await pool.end();
});

test('Listener that closed receives nothing and leaves no connection', async () => {
  const told: (string | null)[] = [];
  const listening = listen(database.pool, 'closed', (payload) => told.push(payload));
  await expect.poll(() => told, soon).toEqual([null]);
  await listening.close();
  const open = `select pid from pg_stat_activity where datname = current_database() and query = 'listen "closed"'`;
  await expect.poll(async () => (await database.pool.query(open)).rowCount, soon).toBe(0);
  await database.pool.query(`select pg_notify('closed', 'late')`);
  expect(told).toEqual([null]);
});

test('Listener closes at once while the server is unavailable', async () => {
  const pool = createPool({ ...database.config, port: 1 }, { max: 1 });
  const listening = listen(pool, 'away', () => expect.unreachable());
  await listening.close();
  await pool.end();
});
