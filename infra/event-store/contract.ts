import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeCompanions, describeLog } from './contract/log.ts';
import { DuplicateEvent, type EventStore, type NewEvent, UnstorableEvent, VersionConflict } from './port.ts';

export interface EventStoreUnderTest {
  store: EventStore;
  /** Opens another instance on the same data over its own connections, like another process. */
  reopen(): Promise<EventStore>;
  /** True when the engine detects a repeated event id in any stream, not only in the stream of the append. */
  knowsIdsOfTheLog: boolean;
  /** True when companions are not stored if the append itself has a version conflict. */
  storesCompanionsWhole: boolean;
  /** Closes every instance and removes the data. */
  close(): Promise<void>;
}

export const newStream = (): string => `note-${randomUUID()}`;
export const newEvent = (text = ''): NewEvent => ({
  id: randomUUID(),
  type: 'NoteWritten',
  schema: 1,
  data: { text },
  meta: { actorId: null, commandId: randomUUID() },
  at: new Date().toISOString(),
});
export const newEvents = (count: number): NewEvent[] => Array.from({ length: count }, (_, index) => newEvent(String(index)));

/** Contract of an event store; no other process may write to it. */
export function eventStoreContract(make: () => Promise<EventStoreUnderTest>): void {
  describe('event store', () => {
    let made: EventStoreUnderTest;
    beforeAll(async () => {
      made = await make();
    });
    afterAll(() => made.close());
    describeAppend(() => made);
    describeExpectedVersion(() => made);
    describeConcurrency(() => made);
    describeIdempotency(() => made);
    describeIds(() => made);
    describeCompanions(() => made);
    describeLog(() => made);
    describeSnapshots(() => made);
  });
}

function describeAppend(made: () => EventStoreUnderTest): void {
  test('numbers versions of a stream from 1, and positions of the log upwards', async () => {
    const stream = newStream();
    const events = newEvents(3);
    const first = await made().store.append(stream, 0, events.slice(0, 2));
    const second = await made().store.append(stream, 2, events.slice(2));
    const read = await made().store.read(stream);
    expect(first.version).toBe(2);
    expect(second.version).toBe(3);
    expect(read.map((event) => event.version)).toEqual([1, 2, 3]);
    expect(read[1]?.position).toBe(first.position);
    expect(read[2]?.position).toBe(second.position);
    expect(read[0]?.position).toBeLessThan(first.position);
    expect(first.position).toBeLessThan(second.position);
  });

  test('returns events as written, with their stream', async () => {
    const stream = newStream();
    const event: NewEvent = {
      ...newEvent('Ωμέγα 🗺️ "quoted" \\ \n $1 \u2028'),
      schema: 3,
      at: '1999-12-31T23:59:59.999Z',
      meta: { actorId: randomUUID(), commandId: randomUUID(), requestHash: 'h', traceId: 'a'.repeat(32) },
    };
    await made().store.append(stream, 0, [event]);
    const [read] = await made().store.read(stream);
    expect(read).toEqual({ ...event, stream, version: 1, position: expect.any(Number) });
  });

  test('accepts payloads of 200 kB and deeply nested ones', async () => {
    const stream = newStream();
    const data = { text: 'é'.repeat(100_000), nested: [{ a: [null, true, 1.5, -0.25, { b: {} }] }], '': 0, __proto_: 1 };
    await made().store.append(stream, 0, [{ ...newEvent(), data }]);
    expect((await made().store.read(stream))[0]?.data).toEqual(data);
  });
}

function describeExpectedVersion(made: () => EventStoreUnderTest): void {
  test.each([1, 2, 7])('refuses a new stream at version %i', async (expected) => {
    await expect(made().store.append(newStream(), expected, newEvents(1))).rejects.toThrow(VersionConflict);
  });

  test('refuses any version other than the current one, and changes nothing', async () => {
    const stream = newStream();
    await made().store.append(stream, 0, newEvents(2));
    for (const expected of [0, 1, 3]) await expect(made().store.append(stream, expected, newEvents(2))).rejects.toThrow(VersionConflict);
    expect(await made().store.read(stream)).toHaveLength(2);
  });

  test('appends at the current version when any version is expected', async () => {
    const stream = newStream();
    expect((await made().store.append(stream, 'any', newEvents(2))).version).toBe(2);
    expect((await made().store.append(stream, 'any', newEvents(1))).version).toBe(3);
  });

  test('stores all events of an append or none', async () => {
    const stream = newStream();
    const [good, bad] = [newEvent(), { ...newEvent(), data: { count: 1n } }];
    await expect(made().store.append(stream, 0, [good, bad])).rejects.toThrow(UnstorableEvent);
    await expect(made().store.append(stream, 0, [])).rejects.toThrow(UnstorableEvent);
    expect(await made().store.read(stream)).toEqual([]);
  });
}

function describeConcurrency(made: () => EventStoreUnderTest): void {
  test('accepts exactly one of 30 concurrent appends at one version', async () => {
    const stream = newStream();
    const stores = [made().store, await made().reopen(), await made().reopen()];
    const results = await Promise.allSettled(stores.flatMap((store) => Array.from({ length: 10 }, () => store.append(stream, 0, newEvents(2)))));
    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost).toHaveLength(29);
    for (const { reason } of lost) expect(reason).toBeInstanceOf(VersionConflict);
    expect(await made().store.read(stream)).toHaveLength(2);
  });

  test('accepts all 40 concurrent appends at any version', async () => {
    const stream = newStream();
    const stores = [made().store, await made().reopen()];
    const appended = await Promise.all(stores.flatMap((store) => Array.from({ length: 20 }, () => store.append(stream, 'any', newEvents(1)))));
    expect(appended.map(({ version }) => version).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  test('stores concurrent appends to other streams despite a version conflict and an unstorable event', async () => {
    const { store } = made();
    const [taken, odd] = [newStream(), newStream()];
    await store.append(taken, 0, newEvents(1));
    // Postgres cannot store a NUL character, other engines can. Either is correct, as long as the text stays unchanged.
    const nul = newEvent('a\u0000b');
    const bad = [store.append(taken, 0, newEvents(1)), store.append(odd, 0, [nul])];
    const neighbours = Array.from({ length: 50 }, () => store.append(newStream(), 0, newEvents(1)));
    const [conflict, stored] = await Promise.allSettled(bad);
    expect((await Promise.all(neighbours)).every(({ version }) => version === 1)).toBe(true);
    expect(conflict).toMatchObject({ status: 'rejected', reason: expect.any(VersionConflict) });
    if (stored?.status === 'rejected') expect(stored.reason).toBeInstanceOf(UnstorableEvent);
    expect((await store.read(odd)).map(({ data }) => data)).toEqual(stored?.status === 'rejected' ? [] : [nul.data]);
  });
}

function describeIdempotency(made: () => EventStoreUnderTest): void {
  test.each([0, 'any'] as const)('returns the first result for a repeated append at version %s', async (expected) => {
    const stream = newStream();
    const events = newEvents(3);
    const first = await made().store.append(stream, expected, events);
    await made().store.append(stream, 3, newEvents(1));
    expect(first.repeated).toBe(false);
    const again = { ...first, repeated: true };
    expect(await made().store.append(stream, expected, events)).toEqual(again);
    expect(await (await made().reopen()).append(stream, expected, events)).toEqual(again);
    expect(await made().store.read(stream)).toHaveLength(4);
  });

  test('stores 10 concurrent appends of the same events once', async () => {
    const stream = newStream();
    const events = newEvents(2);
    const stores = [made().store, await made().reopen()];
    const all = await Promise.all(stores.flatMap((store) => Array.from({ length: 5 }, () => store.append(stream, 0, events))));
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(all.map(({ version, position }) => `${version} ${position}`)).size).toBe(1);
    expect(await made().store.read(stream)).toHaveLength(2);
  });
}

function describeIds(made: () => EventStoreUnderTest): void {
  test('finds an event of a stream by its id', async () => {
    const stream = newStream();
    const events = newEvents(3);
    await made().store.append(stream, 0, events);
    const read = await made().store.read(stream);
    for (const store of [made().store, await made().reopen()]) {
      for (const [index, { id }] of events.entries()) expect(await store.find(id, stream)).toEqual(read[index]);
      expect(await store.find(randomUUID(), stream)).toBeNull();
      expect(await store.find(randomUUID(), newStream())).toBeNull();
    }
  });

  test('finds an event that another process appended after the stream was read', async () => {
    const stream = newStream();
    await made().store.append(stream, 0, newEvents(1));
    const [later] = newEvents(1) as [NewEvent]; // as: as many as requested
    expect(await made().store.find(later.id, stream)).toBeNull();
    await (await made().reopen()).append(stream, 1, [later]);
    expect(await made().store.find(later.id, stream)).toMatchObject({ ...later, stream, version: 2 });
  });

  test('refuses an event id of another stream if the engine checks ids across streams, and otherwise stores it in both streams', async () => {
    const { store, knowsIdsOfTheLog } = made();
    const [stream, other] = [newStream(), newStream()];
    const events = newEvents(2) as [NewEvent, NewEvent]; // as: as many as requested
    await store.append(stream, 0, events);
    if (!knowsIdsOfTheLog) {
      expect(await store.append(other, 0, events)).toMatchObject({ version: 2, repeated: false });
      for (const one of [stream, other]) expect(await store.find(events[1].id, one)).toMatchObject({ stream: one, version: 2 });
      return;
    }
    const neighbours = Array.from({ length: 50 }, () => store.append(newStream(), 0, newEvents(1)));
    for (const again of [[events[0]], [events[1]], events, [newEvent(), events[0]], [events[1], newEvent()]]) {
      for (const expected of [0, 'any'] as const) await expect(store.append(other, expected, again)).rejects.toThrow(DuplicateEvent);
    }
    expect((await Promise.all(neighbours)).every(({ version }) => version === 1)).toBe(true);
    expect(await store.read(other)).toEqual([]);
    expect(await store.find(events[1].id, other)).toMatchObject({ id: events[1].id, stream, version: 2 });
  });

  test('stores an event appended concurrently to several streams once if the engine checks ids across streams, and otherwise in each', async () => {
    const { knowsIdsOfTheLog } = made();
    const stores = [made().store, await made().reopen()];
    const event = newEvent();
    const same = stores.flatMap((store) => Array.from({ length: 5 }, () => store.append(newStream(), 0, [event])));
    const neighbours = stores.flatMap((store) => Array.from({ length: 20 }, () => store.append(newStream(), 0, newEvents(1))));
    const settled = await Promise.allSettled(same);
    expect((await Promise.all(neighbours)).every(({ version }) => version === 1)).toBe(true);
    const refused = settled.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(knowsIdsOfTheLog ? 9 : 0);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(DuplicateEvent);
  });
}

function describeSnapshots(made: () => EventStoreUnderTest): void {
  test('keeps the latest snapshot of a stream in the requested schema', async () => {
    const { store } = made();
    const stream = newStream();
    expect(await store.readSnapshot(stream, 'note@1')).toBeNull();
    await store.writeSnapshot(stream, 'note@1', { version: 5, state: { text: 'five' } });
    await store.writeSnapshot(stream, 'note@1', { version: 9, state: { text: 'nine "\\ 🗺️' } });
    await store.writeSnapshot(stream, 'note@1', { version: 7, state: { text: 'late' } });
    expect(await (await made().reopen()).readSnapshot(stream, 'note@1')).toEqual({ version: 9, state: { text: 'nine "\\ 🗺️' } });
    expect(await store.readSnapshot(stream, 'note@2')).toBeNull();
    expect(await store.readSnapshot(newStream(), 'note@1')).toBeNull();
  });
}
