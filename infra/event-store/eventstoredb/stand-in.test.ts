import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { EngineUnavailable } from '../../errors.ts';
import { newEvent, newEvents, newStream } from '../contract.ts';
import { eventstoredbEventStore, listenForAppends } from '../eventstoredb.ts';
import { AppendTooLarge, type EventStore, UnstorableEvent } from '../port.ts';
import { productStreamPattern, snapshotStream } from './calls.ts';
import { openConnection } from './client.ts';
import { type StandInOnPostgres, standInOnPostgres } from './stand-in/server.ts';

let server: StandInOnPostgres;
const opened: EventStore[] = [];
/** Timeout, milliseconds; clients, stand-in and test share one thread, which may be busy for long. */
const open = (answerWithinMs = 25_000): EventStore => {
  const store = eventstoredbEventStore(server.url, { answerWithinMs });
  opened.push(store);
  return store;
};
beforeAll(async () => {
  server = await standInOnPostgres();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});
afterAll(() => server.close());

/** Writes events that the product did not encode, like another program. */
async function writeDirectly(stream: string, count: number): Promise<void> {
  const client = EventStoreDBClient.connectionString(server.url);
  await client.appendToStream(
    stream,
    Array.from({ length: count }, () => jsonEvent({ type: 'Counted', data: {} })),
  );
  await client.dispose();
}

describe('EventStoreDB adapter on the protocol stand-in, not the server', () => {
  test.each([
    ['a NUL character', newEvent('\u0000')],
    ['half of a character', newEvent('\\\\\ud800')],
    ['an id that is no UUID', { ...newEvent(), id: 'one' }],
    ['more than the server takes at once', newEvent('x'.repeat(1_100_000))],
  ])('append of an event with %s rejects, and concurrent appends succeed', async (_, bad) => {
    const store = open();
    const stream = newStream();
    const neighbours = Array.from({ length: 20 }, () => store.append(newStream(), 0, newEvents(1)));
    await expect(store.append(stream, 0, [newEvent(), bad])).rejects.toThrow(UnstorableEvent);
    expect((await Promise.all(neighbours)).every(({ version }) => version === 1)).toBe(true);
    expect(await store.read(stream)).toEqual([]);
  });

  test.each([
    ['data', () => newEvents(20).map((event) => ({ ...event, data: { text: 'x'.repeat(60_000) } }))],
    ['metadata', () => newEvents(20).map((event) => ({ ...event, meta: { ...event.meta, cause: 'x'.repeat(60_000) } }))],
  ])('append of 20 small events with more than 1 MiB of %s rejects with AppendTooLarge and stores nothing', async (_, events) => {
    const [store, stream, companion] = [open(), newStream(), newStream()];
    const along = [{ stream: companion, expected: 0, events: newEvents(1) }];
    await expect(store.append(stream, 0, events(), along)).rejects.toThrow(AppendTooLarge);
    expect(await store.read(stream)).toEqual([]);
    expect(await store.read(companion)).toEqual([]);
    await store.append(stream, 0, events().slice(0, 10));
    expect(await store.read(stream)).toHaveLength(10);
  });

  test('keeps text that only looks like an escaped unstorable character', async () => {
    const [store, stream, event] = [open(), newStream(), newEvent('\\u0000 \\ud800 \\\\u0000')];
    await store.append(stream, 0, [event]);
    expect((await store.read(stream))[0]?.data).toEqual(event.data);
  });

  test('returns the first result for a repeated append, whatever its expected version, even in a new process', async () => {
    const [store, stream, events] = [open(), newStream(), newEvents(3)];
    const { position } = await store.append(stream, 0, events);
    const repeated = { version: 3, position, repeated: true };
    expect(await store.append(stream, 3, events)).toEqual(repeated);
    expect(await open().append(stream, 3, events)).toEqual(repeated);
    expect(await open().append(stream, 7, events)).toEqual(repeated);
    expect(await store.read(stream)).toHaveLength(3);
  });

  test('refuses an append with the same event twice', async () => {
    const [stream, event] = [newStream(), newEvent()];
    await expect(open().append(stream, 0, [event, event])).rejects.toThrow(UnstorableEvent);
    expect(await open().read(stream)).toEqual([]);
  });

  test('refuses an append when only some of its events exist already', async () => {
    const [stream, first, second] = [newStream(), newEvent(), newEvent()];
    await open().append(stream, 0, [first]);
    for (const expected of [0, 1, 'any'] as const) {
      await expect(open().append(stream, expected, [second, first])).rejects.toThrow(UnstorableEvent);
    }
    expect(await open().read(stream)).toHaveLength(1);
  });

  test('rejects NaN as expected version with VersionConflict', async () => {
    await expect(open().append(newStream(), Number.NaN, newEvents(1))).rejects.toThrow('is not at version');
  });

  test('reads a stream longer than one page', async () => {
    const [store, stream] = [open(), newStream()];
    for (let version = 0; version < 2_100; version += 700) await store.append(stream, version, newEvents(700));
    expect((await store.read(stream)).map(({ version }) => version)).toEqual(Array.from({ length: 2_100 }, (_, index) => index + 1));
  });
});

describe('EventStoreDB log entries beside product events', () => {
  test('are not read and do not count towards the limit', async () => {
    const store = open();
    const start = await store.head();
    const streams = Array.from({ length: 4 }, newStream);
    for (const stream of streams) {
      await store.writeSnapshot(stream, 'note@1', { version: 1, state: {} });
      await store.append(stream, 0, newEvents(1));
    }
    const head = await store.head();
    await store.writeSnapshot(newStream(), 'note@1', { version: 1, state: {} });
    await writeDirectly('$stats', 40);
    expect(await store.head()).toBe(head);
    const page = await store.readAll(start, 3);
    expect(page.map(({ stream }) => stream)).toEqual(streams.slice(0, 3));
    expect((await store.readAll(page.at(-1)?.position ?? 0, 3)).map(({ stream }) => stream)).toEqual(streams.slice(3));
  });

  test('are recognised by the name of their stream', () => {
    const ours = new RegExp(productStreamPattern);
    expect(['itinerary-1', 'snap-1', 'a$b'].every((stream) => ours.test(stream))).toBe(true);
    expect(['$stats', '$$itinerary-1', snapshotStream('itinerary-1', 'itinerary@2')].some((stream) => ours.test(stream))).toBe(false);
  });

  test('include all written snapshots, in a stream with the setting maxCount 1', async () => {
    const [store, stream] = [open(), newStream()];
    for (const version of [1, 2, 3]) await store.writeSnapshot(stream, 'note@1', { version, state: version });
    const name = snapshotStream(stream, 'note@1');
    expect(await server.log.read(name)).toHaveLength(3);
    const [settings] = await server.log.read(`$$${name}`);
    expect(Buffer.from(String(settings?.data.data), 'base64').toString()).toBe('{"$maxCount":1}');
    expect(await store.readSnapshot(stream, 'note@1')).toEqual({ version: 3, state: 3 });
  });
});

describe('EventStoreDB adapter during an outage', () => {
  test('rejects each call with EngineUnavailable, and succeeds after the restart', async () => {
    const store = open();
    const [stream, events] = [newStream(), newEvents(2)];
    await store.append(stream, 0, events);
    server.crash();
    await expect(store.append(stream, 2, newEvents(1))).rejects.toThrow(EngineUnavailable);
    await expect(store.append(stream, 'any', newEvents(1))).rejects.toThrow(EngineUnavailable);
    await expect(store.read(stream)).rejects.toThrow(EngineUnavailable);
    await expect(store.readAll(0, 1)).rejects.toThrow(EngineUnavailable);
    await expect(store.head()).rejects.toThrow(EngineUnavailable);
    await expect(store.readSnapshot(stream, 'note@1')).rejects.toThrow(EngineUnavailable);
    await expect(store.writeSnapshot(stream, 'note@1', { version: 1, state: {} })).rejects.toThrow(EngineUnavailable);
    await server.restart();
    const back = async (): Promise<number> => (await store.read(stream).catch(() => [])).length;
    await expect.poll(back, { interval: 20, timeout: 20_000 }).toBe(2);
    expect((await store.append(stream, 2, newEvents(1))).version).toBe(3);
  });

  test('wakes subscribers after the recovery and at later appends', async () => {
    const connection = openConnection(server.url, 25_000);
    let told = 0;
    const listening = listenForAppends(
      () => connection,
      () => {
        told++;
      },
    );
    const toldAgain = async (): Promise<void> => {
      const before = told;
      await expect.poll(() => told, { interval: 20, timeout: 20_000 }).toBeGreaterThan(before);
    };
    await toldAgain();
    await Promise.all([toldAgain(), open().append(newStream(), 0, newEvents(1))]);
    server.crash();
    await Promise.all([toldAgain(), server.restart()]);
    await Promise.all([toldAgain(), open().append(newStream(), 0, newEvents(1))]);
    await listening.close();
    await (await connection).close();
  });

  test('rejects an append without an answer in time, and stores it once when repeated', async () => {
    const store = open(300);
    const [stream, events] = [newStream(), newEvents(2)];
    const release = server.hold();
    await expect(store.append(stream, 0, events)).rejects.toThrow(EngineUnavailable);
    await expect(store.head()).rejects.toThrow(EngineUnavailable);
    release();
    const again = await open().append(stream, 0, events);
    expect(again.version).toBe(2);
    expect(await open().append(stream, 0, events)).toEqual({ ...again, repeated: true });
    expect(await open().read(stream)).toHaveLength(2);
  });

  test('rejects 200 concurrent calls with EngineUnavailable within the timeout', async () => {
    const store = open(300);
    const release = server.hold();
    const answers = await Promise.allSettled(Array.from({ length: 200 }, () => store.head()));
    release();
    expect(answers.every((answer) => answer.status === 'rejected' && answer.reason instanceof EngineUnavailable)).toBe(true);
  });

  test('can be closed while no server exists', async () => {
    const store = eventstoredbEventStore('esdb://127.0.0.1:1?tls=false');
    store.onAppended(() => {});
    await expect(store.append(newStream(), 0, newEvents(1))).rejects.toThrow(EngineUnavailable);
    await store.close();
  });
});

test('EventStoreDB log with events of another program is refused', async () => {
  const [store, stream] = [open(), newStream()];
  const start = await store.head();
  await writeDirectly(stream, 1);
  await expect(store.read(stream)).rejects.toThrow('that the product did not write');
  await expect(store.readAll(start, 10)).rejects.toThrow('that the product did not write');
});
