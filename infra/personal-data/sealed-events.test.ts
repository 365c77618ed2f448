import { randomUUID } from 'node:crypto';
import { personalData } from '@waystory/proto/events/personal.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Bus, BusBatch } from '../bus/port.ts';
import { postgresDeadLetters } from '../dead-letters/postgres.ts';
import { EngineUnavailable } from '../errors.ts';
import type { EventStore, NewEvent, RecordedEvent } from '../event-store/port.ts';
import { postgresEventStore } from '../event-store/postgres.ts';
import { type TestDatabase, testDatabase } from '../postgres/test-database.ts';
import { keyRing } from './key-ring.ts';
import type { PersonalKeys } from './port.ts';
import { postgresPersonalKeys } from './postgres.ts';
import { sealedBus, sealedDeadLetters, sealedEventStore } from './sealed-events.ts';
import { createSealer } from './sealer.ts';

let database: TestDatabase;
let stored: EventStore;
let keys: PersonalKeys;
let accountId: string;
let clock = 0;

beforeAll(async () => {
  database = await testDatabase();
  [stored, keys] = [postgresEventStore(database.pool), postgresPersonalKeys(database.pool)];
});
afterAll(async () => {
  await stored.close();
  await database.close();
});
beforeEach(() => {
  accountId = randomUUID();
});

/** A separate process with its own key cache. */
function process(on: PersonalKeys = keys) {
  const ring = keyRing(on, () => clock);
  const sealer = createSealer(ring, personalData);
  return { ring, sealer, events: sealedEventStore(stored, sealer) };
}
const newEvent = (type: string, data: Record<string, unknown>): NewEvent => {
  const meta = { actorId: null, commandId: randomUUID() };
  return { id: randomUUID(), type, schema: 1, data: { accountId, ...data }, meta, at: '2026-01-01T00:00:00.000Z' };
};
const created = () => newEvent('AccountCreated', {});
const deleted = () => newEvent('AccountDeleted', {});
const updated = (changes: object) => newEvent('AccountUpdated', { changes });
const account = () => `account-${accountId}`;
const changesIn = (events: readonly RecordedEvent[]) => events.flatMap(({ data }) => (data.changes ? [data.changes] : []));
const inStore = async (): Promise<string> => JSON.stringify((await stored.readAll(0, 10_000)).map(({ data }) => data));
const said = { userName: 'Zephyrine', aboutMe: 'Quillfeather 🗺️', avatarUrl: null };

describe('personal data in events', () => {
  test('is encrypted in the store and decrypted for every reader', async () => {
    const { events } = process();
    const event = updated(said);
    await events.append(account(), 0, [created(), event]);
    await events.append(`username-${randomUUID()}`, 0, [newEvent('UserNameClaimed', { userName: 'Zephyrine' })]);
    expect(event.data.changes).toEqual(said);
    expect(await inStore()).not.toMatch(/Zephyrine|Quillfeather/);
    const other = process().events;
    expect(changesIn(await other.read(account()))).toEqual([said]);
    expect(changesIn(await other.read(account(), 1))).toEqual([said]);
    const found = await other.find(event.id, account());
    expect([changesIn(found ? [found] : []), await other.find(randomUUID(), account())]).toEqual([[said], null]);
    const many = await other.readMany([account(), 'nothing-1']);
    expect([changesIn(many.get(account()) ?? []), many.get('nothing-1')]).toEqual([[said], []]);
    expect(changesIn(await other.readAll(0, 10_000)).at(-1)).toEqual(said);
  });

  test('is unreadable once its key is destroyed: at once in this process, within two seconds in others', async () => {
    const [here, there] = [process(), process()];
    await here.events.append(account(), 0, [created(), updated(said), deleted()]);
    expect(changesIn(await there.events.read(account()))).toEqual([said]);
    await here.ring.destroy(account().slice(8), 3);
    const nothing = { userName: null, aboutMe: null, avatarUrl: null };
    expect(changesIn(await here.events.read(account()))).toEqual([nothing]);
    clock += 2_000;
    expect(changesIn(await there.events.read(account()))).toEqual([nothing]);
    expect(changesIn(await process().events.readAll(0, 10_000)).at(-1)).toEqual(nothing);
  });

  test('cannot be decrypted in another event, field or account, or after tampering', async () => {
    const { events } = process();
    const event = updated(said);
    await events.append(account(), 0, [created(), event]);
    const [, sealed] = await stored.read(account());
    const [{ userName = '' } = {}] = changesIn(sealed ? [sealed] : []) as Record<string, string>[]; // as: the sealed texts of `said`
    const moved = updated({ userName });
    const swapped = { ...updated({ aboutMe: userName }), id: event.id };
    const turned = (character = ''): string => (character === 'A' ? 'B' : 'A');
    const bent = { ...updated({ userName: userName.slice(0, 30) + turned(userName[30]) + userName.slice(31) }), id: event.id };
    const opened = await process().sealer.open([moved, swapped, bent].map((one) => ({ ...one, stream: account(), version: 1, position: 1 })));
    expect(userName).toMatch(/^sealed:1:1:/);
    expect(changesIn(opened)).toEqual([{ userName: null }, { aboutMe: null }, { userName: null }]);
  });

  test('written before encryption was introduced stays readable, and a text that only looks sealed is unchanged', async () => {
    const { events } = process();
    await stored.append(account(), 0, [updated(said)]);
    const like = { aboutMe: `sealed:1:0:${'A'.repeat(60)}` };
    await events.append(account(), 1, [updated(like)]);
    expect(changesIn(await events.read(account()))).toEqual([said, like]);
  });

  test('makes read and append throw EngineUnavailable while the key store is unavailable, and is never read as null then', async () => {
    await process().events.append(account(), 0, [created(), updated(said)]);
    const away = async (): Promise<never> => Promise.reject(new EngineUnavailable('keys', new Error('cut')));
    const cut = process({ ...keys, read: away, add: away }).events;
    await expect(cut.read(account())).rejects.toBeInstanceOf(EngineUnavailable);
    await expect(cut.append(account(), 2, [updated(said)])).rejects.toBeInstanceOf(EngineUnavailable);
    expect(await stored.read(account())).toHaveLength(2);
  });

  test('costs no read of keys in events without personal fields', async () => {
    const never = async (): Promise<never> => Promise.reject(new Error('asked for keys'));
    const { events } = process({ ...keys, read: never, add: never });
    await events.append(account(), 0, [deleted(), newEvent('ItineraryCreated', { userName: 'x' })]);
    expect(await events.read(account())).toHaveLength(2);
  });
});

describe('account created again after its deletion', () => {
  test('has a new key, which a late or repeated destroy of the earlier key does not remove', async () => {
    const [here, there] = [process(), process()];
    await there.events.append(account(), 0, [created(), updated({ aboutMe: 'first' })]);
    await here.events.append(account(), 2, [deleted()]);
    await here.events.append(account(), 3, [created()]);
    await there.events.append(account(), 4, [updated({ aboutMe: 'second' })]);
    for (let times = 0; times < 2; times++) {
      await here.ring.destroy(accountId, 3);
      expect(changesIn(await process().events.read(account()))).toEqual([{ aboutMe: null }, { aboutMe: 'second' }]);
    }
  });

  test('has personal data that processes with the earlier key in their cache can read at once', async () => {
    const [here, there] = [process(), process()];
    await here.events.append(account(), 0, [created(), updated({ aboutMe: 'first' })]);
    expect(changesIn(await there.events.read(account()))).toHaveLength(1);
    await here.events.append(account(), 2, [deleted(), created(), updated({ aboutMe: 'second' })]);
    expect(changesIn(await there.events.read(account()))).toEqual([{ aboutMe: 'first' }, { aboutMe: 'second' }]);
  });
});

test('Personal data written after the keys of an account were destroyed is unreadable, even if the account never had a key', async () => {
  const { events, ring } = process();
  await ring.destroy(accountId, 7);
  await events.append(`username-${accountId}`, 0, [newEvent('UserNameReleased', { userName: 'Zephyrine' })]);
  expect((await stored.read(`username-${accountId}`))[0]?.data.userName).toMatch(/^sealed:1:0:/);
  expect((await events.read(`username-${accountId}`))[0]?.data).toEqual({ accountId, userName: null });
});

test('Six concurrent processes that seal data of a new account use one key', async () => {
  const all = Array.from({ length: 6 }, () => process());
  await Promise.all(
    all.map(({ events }, index) => events.append(`username-${accountId}-${index}`, 0, [newEvent('UserNameClaimed', { userName: 'n' })])),
  );
  expect(await keys.read([accountId])).toHaveLength(1);
  for (const index of all.keys()) expect((await process().events.read(`username-${accountId}-${index}`))[0]?.data.userName).toBe('n');
});

test('Sealed bus carries sealed events and delivers opened ones', async () => {
  const { events, sealer } = process();
  await events.append(account(), 0, [created(), updated(said)]);
  const records = (await stored.read(account())).map((event) => ({ partition: '3', offset: event.position, event }));
  const carried: BusBatch = { partition: '3', records, to: 9, watermark: 9 };
  const got: BusBatch[] = [];
  const bus: Pick<Bus, 'subscribe'> = { subscribe: ({ handle }) => ({ stop: () => handle(carried) }) };
  const opening = sealedBus(
    { ...bus, heads: async () => ({}), partitionOf: async () => '3', relay: () => ({ stop: async () => {} }), close: async () => {} },
    sealer,
  );
  await opening.subscribe({ group: 'g', from: async () => 0, handle: async (batch) => void got.push(batch), onError: () => {} }).stop();
  expect(changesIn(got.flatMap((batch) => batch.records.map(({ event }) => event)))).toEqual([said]);
  expect(got).toMatchObject([{ partition: '3', to: 9, watermark: 9, records: records.map(({ offset }) => ({ partition: '3', offset })) }]);
});

test('Dead letters with personal data are stored sealed and returned decrypted', async () => {
  const { events, sealer, ring } = process();
  await events.append(account(), 0, [created(), updated(said)]);
  const deadLetters = sealedDeadLetters(postgresDeadLetters(database.pool), sealer);
  const records = (await events.read(account())).map((event) => ({ partition: '0', offset: event.position, event }));
  await deadLetters.add(
    'c',
    records.map((record) => ({ record, error: new Error('no') })),
  );
  expect(JSON.stringify((await database.pool.query('select * from parked_events')).rows)).not.toMatch(/Zephyrine|Quillfeather/);
  const taken = await deadLetters.takeForReplay('c', account(), { '0': Number.MAX_SAFE_INTEGER });
  expect(taken.map(({ record }) => record)).toEqual(records);
  await ring.destroy(accountId, 9);
  expect(changesIn((await deadLetters.list({ limit: 9 })).map(({ record }) => record.event))).toEqual([
    { userName: null, aboutMe: null, avatarUrl: null },
  ]);
  await deadLetters.close();
});
