import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type BusUnderTest, busContract } from '../bus/contract.ts';
import { postgresBus } from '../bus/postgres.ts';
import { readConfig } from '../config.ts';
import { createPool } from '../postgres/pool.ts';
import { type TestDatabase, testDatabase } from '../postgres/test-database.ts';
import { type EventStoreUnderTest, eventStoreContract, newEvents, newStream } from './contract.ts';
import { deleteStreams, standInOnPostgres } from './eventstoredb/stand-in/server.ts';
import { eventstoredbEventStore } from './eventstoredb.ts';
import type { EventStore } from './port.ts';

const address = readConfig().EVENTSTORE_URL;

interface Instances extends EventStoreUnderTest {
  open(): EventStore;
}

/** Timeout, milliseconds; clients, stand-in and test share one thread, which may be busy for long. */
const answerWithinMs = 25_000;

/** Instances on one address; their streams are deleted at the end. */
async function instancesAt(url: string): Promise<Instances> {
  const opened: EventStore[] = [];
  const open = (): EventStore => {
    const store = eventstoredbEventStore(url, { answerWithinMs });
    opened.push(store);
    return store;
  };
  const store = open();
  const start = await store.head();
  const close = async (): Promise<void> => {
    await deleteStreams(url, store, start);
    await Promise.all(opened.map((one) => one.close()));
  };
  return { store, open, reopen: async () => open(), knowsIdsOfTheLog: false, storesCompanionsWhole: false, close };
}

/** A bus with the log from EventStoreDB and leases from Postgres. */
function busOver({ store, open, close: closeStores }: Instances, database: TestDatabase): BusUnderTest {
  const closes: (() => Promise<void>)[] = [];
  const openBus = async () => {
    const name = `bus-${randomUUID()}`;
    const pool = createPool({ ...database.config, application_name: name }, { max: 3 });
    const bus = postgresBus(pool, open());
    closes.push(() => bus.close().then(() => pool.end()));
    const cutOff = async (): Promise<void> => {
      await database.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name]);
    };
    return { bus, cutOff };
  };
  const close = async (): Promise<void> => {
    for (const one of closes) await one();
    await closeStores();
  };
  return { events: store, open: openBus, close };
}

describe('EventStoreDB, on the real server', () => {
  beforeEach((context) => {
    if (!address) context.skip('EVENTSTORE_URL is not set');
  });
  // A placeholder without an address, because all tests are then skipped.
  const instances = async (): Promise<Instances> => (address ? instancesAt(address) : unused);
  eventStoreContract(instances);
  busContract(async () => {
    const [made, database] = [await instances(), await testDatabase()];
    const under = busOver(made, database);
    return { ...under, close: () => under.close().then(database.close) };
  });
});

const unused: Instances = (() => {
  const store = eventstoredbEventStore('esdb://127.0.0.1:1?tls=false');
  return { store, open: () => store, reopen: async () => store, knowsIdsOfTheLog: false, storesCompanionsWhole: false, close: () => store.close() };
})();

describe('EventStoreDB: protocol stand-in, not the server', () => {
  eventStoreContract(async () => {
    const server = await standInOnPostgres();
    const made = await instancesAt(server.url);
    return { ...made, close: () => made.close().then(server.close) };
  });

  busContract(async () => {
    const server = await standInOnPostgres();
    const under = busOver(await instancesAt(server.url), server.database);
    return { ...under, close: () => under.close().then(server.close) };
  });

  test('reads nothing of deleted streams', async () => {
    const server = await standInOnPostgres();
    const store = eventstoredbEventStore(server.url);
    const stream = newStream();
    await store.append(stream, 0, newEvents(2));
    await deleteStreams(server.url, store, 0);
    expect(await store.read(stream)).toEqual([]);
    await store.close();
    await server.close();
  });
});
