import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineUnavailable } from '../errors.ts';
import { createPool } from '../postgres/pool.ts';
import { type TestDatabase, testDatabase } from '../postgres/test-database.ts';
import { eventStoreContract, newEvent, newEvents, newStream } from './contract.ts';
import { type EventStore, UnstorableEvent } from './port.ts';
import { postgresEventStore } from './postgres.ts';

eventStoreContract(async () => {
  const database = await testDatabase();
  const opened: (() => Promise<void>)[] = [];
  const reopen = async (): Promise<EventStore> => {
    const pool = createPool(database.config, { max: 2 });
    const store = postgresEventStore(pool);
    opened.push(() => store.close().then(() => pool.end()));
    return store;
  };
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((end) => end()));
    await database.close();
  };
  return { store: await reopen(), reopen, knowsIdsOfTheLog: true, storesCompanionsWhole: true, close };
});

describe('event store on Postgres', () => {
  let database: TestDatabase;
  let store: EventStore;
  beforeAll(async () => {
    database = await testDatabase();
    store = postgresEventStore(database.pool);
  });
  afterAll(async () => {
    await store.close();
    await database.close();
  });

  test('writes 300 concurrent appends in fewer than 10 transactions', async () => {
    await store.head();
    const ids = newEvents(300);
    await Promise.all(ids.map((event) => store.append(newStream(), 0, [event])));
    const { rows } = await database.pool.query('select count(distinct xmin::text)::int as count from events where id = any($1)', [
      ids.map(({ id }) => id),
    ]);
    expect(rows[0].count).toBeLessThan(10);
  });

  test('never scans the whole log, even when its statements were planned on a short one', async () => {
    const own = await testDatabase();
    const pool = createPool(own.config, { max: 1 });
    const small = postgresEventStore(pool);
    const use = async (stream: string): Promise<void> => {
      await small.append(stream, 'any', [newEvent('x'.repeat(200))]);
      await small.read(stream);
      await small.readAll(await small.head(), 10);
    };
    for (let n = 0; n < 100; n++) await use(newStream());
    await pool.query('analyze events');
    for (let n = 0; n < 20; n++) await use(newStream());
    const scans = async (): Promise<string> => {
      await pool.query('select pg_stat_force_next_flush()');
      return (await pool.query(`select seq_scan from pg_stat_user_tables where relname = 'events'`)).rows[0].seq_scan;
    };
    const before = await scans();
    for (let n = 0; n < 20; n++) await use(newStream());
    expect(await scans()).toBe(before);
    await small.close();
    await pool.end();
    await own.close();
  });

  test('commits appends in position order, even behind a slow transaction', async () => {
    const other = await database.pool.connect();
    const slow = newEvent();
    const start = await store.head();
    const row = { s: newStream(), x: 0, n: 1, k: 1, i: slow.id, t: slow.type, v: 1, d: slow.data, m: slow.meta, a: slow.at };
    await other.query('begin');
    await other.query('select append_events($1, true)', [JSON.stringify([row])]);
    const [next] = newEvents(1);
    const appending = store.append(newStream(), 0, next ? [next] : []);
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory' and query like '%append_events%'`;
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount, { interval: 10 }).toBe(1);
    expect(await store.readAll(start, 10)).toEqual([]);
    await other.query('commit');
    other.release();
    await appending;
    expect((await store.readAll(start, 10)).map(({ id }) => id)).toEqual([slow.id, next?.id]);
  });

  test.each([
    ['a NUL character', () => newEvent('\u0000')],
    ['half of a character', () => newEvent('\ud800')],
    ['an id that is no UUID', () => ({ ...newEvent(), id: 'one' })],
    ['a schema out of range', () => ({ ...newEvent(), schema: 2 ** 40 })],
  ])('rejects an event with %s, and stores concurrent appends', async (_, bad) => {
    const stream = newStream();
    const before = Array.from({ length: 25 }, () => store.append(newStream(), 0, newEvents(1)));
    const refused = expect(store.append(stream, 0, [newEvent(), bad()])).rejects.toThrow(UnstorableEvent);
    const after = Array.from({ length: 25 }, () => store.append(newStream(), 0, newEvents(1)));
    await Promise.all([...before, ...after, refused]);
    expect(await store.read(stream)).toEqual([]);
  });

  test('refuses an append when only some of its events exist already', async () => {
    const stream = newStream();
    const [first, second] = [newEvent(), newEvent()];
    await store.append(stream, 0, [first]);
    await expect(store.append(stream, 1, [first, second])).rejects.toThrow(UnstorableEvent);
    await expect(store.append(stream, 'any', [second, first])).rejects.toThrow(UnstorableEvent);
    expect(await store.read(stream)).toHaveLength(1);
  });

  test('rejects NaN as expected version with VersionConflict', async () => {
    await expect(store.append(newStream(), Number.NaN, newEvents(1))).rejects.toThrow('is not at version');
  });

  test('rejects an append on a killed connection with EngineUnavailable, and stores it once when repeated', async () => {
    const events = newEvents(2);
    const stream = newStream();
    const blocker = await database.pool.connect();
    await blocker.query('begin; lock table events in access exclusive mode');
    const cut = expect(store.append(stream, 0, events)).rejects.toThrow(EngineUnavailable);
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into events%'`;
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount, { interval: 10 }).toBe(1);
    await database.pool.query(`select pg_terminate_backend(pid) from (${waiting}) w`);
    await cut;
    await blocker.query('rollback');
    blocker.release();
    const { version, position } = await store.append(stream, 0, events);
    expect(await store.append(stream, 0, events)).toEqual({ version, position, repeated: true });
    expect(await store.read(stream)).toHaveLength(2);
  });

  test('reopens a killed LISTEN connection and wakes subscribers through it', async () => {
    let woken = 0;
    const unsubscribe = store.onAppended(() => {
      woken++;
    });
    const listening = `select pid from pg_stat_activity where datname = current_database() and query like 'listen %' and state = 'idle'`;
    const pids = async (): Promise<number[]> => (await database.pool.query<{ pid: number }>(listening)).rows.map(({ pid }) => pid);
    await expect.poll(pids, { interval: 10 }).toHaveLength(1);
    const [killed] = await pids();
    await database.pool.query('select pg_terminate_backend($1)', [killed]);
    await expect.poll(async () => (await pids()).filter((pid) => pid !== killed), { interval: 10, timeout: 5_000 }).toHaveLength(1);
    const before = woken;
    await database.pool.query(`select pg_notify('events_appended', '')`);
    await expect.poll(() => woken, { interval: 5 }).toBeGreaterThan(before);
    unsubscribe();
  });

  test('rejects every call with EngineUnavailable without a server', async () => {
    const pool = createPool({ ...database.config, port: 1 }, { max: 1 });
    const away = postgresEventStore(pool);
    await expect(away.append(randomUUID(), 0, newEvents(1))).rejects.toThrow(EngineUnavailable);
    await expect(away.head()).rejects.toThrow(EngineUnavailable);
    await away.close();
    await pool.end();
  });
});
