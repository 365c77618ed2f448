import { afterEach, expect, test } from 'vitest';
import { type EventStoreUnderTest, newEvent, newEvents, newStream } from '../contract.ts';
import { type CompanionEvents, type EventStore, type Position, type RecordedEvent, UnstorableEvent, VersionConflict } from '../port.ts';

/** Contract of the log across all streams. */
export function describeLog(made: () => EventStoreUnderTest): void {
  describeReads(made);
  describeWakeUp(made);
  test('returns all events to a reader that follows the log under failing and succeeding writers', () => followWriters(made()), followWithinMs);
}

function describeReads(made: () => EventStoreUnderTest): void {
  test('reads the events of a stream after a version, and none of an unknown stream', async () => {
    const stream = newStream();
    await made().store.append(stream, 0, newEvents(4));
    expect((await made().store.read(stream, 2)).map(({ version }) => version)).toEqual([3, 4]);
    expect(await made().store.read(stream, 4)).toEqual([]);
    expect((await made().store.read(stream, 1, 3)).map(({ version }) => version)).toEqual([2, 3]);
    expect(await made().store.read(stream, 2, 2)).toEqual([]);
    expect(await made().store.read(stream, 3, 9)).toHaveLength(1);
    expect(await made().store.read(newStream())).toEqual([]);
  });

  test('reads many streams at once, each complete and in order, including unknown and repeated names', async () => {
    const { store } = made();
    const [long, short, unknown] = [newStream(), newStream(), newStream()];
    const events = newEvents(1_200);
    await store.append(long, 0, events.slice(0, 1));
    await store.append(short, 0, newEvents(1));
    await store.append(long, 1, events.slice(1));
    const others = Array.from({ length: 40 }, newStream);
    for (const other of others) await store.append(other, 0, newEvents(1));
    const found = await store.readMany([long, unknown, short, long, ...others]);
    expect([...found.keys()]).toEqual([long, unknown, short, ...others]);
    expect(found.get(long)).toEqual(await store.read(long));
    expect(found.get(long)?.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(found.get(unknown)).toEqual([]);
    for (const other of others) expect(found.get(other)).toEqual(await store.read(other));
    expect(await store.readMany([])).toEqual(new Map());
  });

  test('reads the log of all streams in order after a position, up to a limit', async () => {
    const { store } = made();
    const start = await store.head();
    const events = newEvents(5);
    for (const event of events) await store.append(newStream(), 0, [event]);
    const page = await store.readAll(start, 3);
    const rest = await store.readAll(page.at(-1)?.position ?? 0, 100);
    expect(page).toHaveLength(3);
    expect([...page, ...rest].map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(await store.head()).toBe(rest.at(-1)?.position);
    expect(await store.readAll(await store.head(), 100)).toEqual([]);
  });

  test('keeps acknowledged events after close and reopen', async () => {
    const stream = newStream();
    const writer = await made().reopen();
    const { position } = await writer.append(stream, 0, newEvents(2));
    await writer.close();
    const reader = await made().reopen();
    expect((await reader.read(stream)).at(-1)?.position).toBe(position);
    expect(await reader.head()).toBeGreaterThanOrEqual(position);
  });
}

function describeWakeUp(made: () => EventStoreUnderTest): void {
  const unsubscribes: (() => void)[] = [];
  afterEach(() => {
    for (const unsubscribe of unsubscribes.splice(0)) unsubscribe();
  });

  test('wakes subscribers in this and other processes until they unsubscribe', async () => {
    const { store } = made();
    const other = await made().reopen();
    const stream = newStream();
    const seen = [follow(store, await store.head()), follow(other, await store.head())];
    unsubscribes.push(...seen.map(({ unsubscribe }) => unsubscribe));
    const { position } = await store.append(stream, 0, newEvents(1));
    await expect.poll(() => seen.map(({ positions }) => positions.includes(position)), { timeout: 10_000, interval: 5 }).toEqual([true, true]);
    seen[0]?.unsubscribe();
    // A read started by an earlier wake may still be in progress.
    await seen[0]?.settled();
    const next = await store.append(stream, 1, newEvents(1));
    await expect.poll(() => seen[1]?.positions.includes(next.position), { timeout: 10_000, interval: 5 }).toBe(true);
    await seen[0]?.settled();
    expect(seen[0]?.positions).not.toContain(next.position);
  });
}

/** A reader that continues only after a wake. */
function follow(store: EventStore, from: Position): { positions: Position[]; unsubscribe: () => void; settled: () => Promise<void> } {
  const positions: Position[] = [];
  let reading = Promise.resolve();
  const unsubscribe = store.onAppended(() => {
    reading = reading.then(async () => {
      const events = await store.readAll(positions.at(-1) ?? from, 100);
      positions.push(...events.map(({ position }) => position));
    });
  });
  return { positions, unsubscribe, settled: () => reading };
}

/** Timeout, milliseconds, because the test appends more than 1,000 events, perhaps to a remote or slow engine. */
const followWithinMs = 90_000;
const writersPerStore = 8;
const appendsPerWriter = 40;

async function followWriters(made: EventStoreUnderTest): Promise<void> {
  const stores = [made.store, await made.reopen(), await made.reopen(), await made.reopen()];
  const reader = await made.reopen();
  const start = await reader.head();
  const hot = Array.from({ length: 4 }, newStream);
  const acknowledged: string[] = [];
  let done = false;
  const writers = stores.flatMap((store, s) =>
    Array.from({ length: writersPerStore }, (_, n) => write(store, hot, s * writersPerStore + n, acknowledged)),
  );
  const writing = Promise.all(writers).then(() => {
    done = true;
  });
  const seen: RecordedEvent[] = [];
  for (let last = false; ; last = done) {
    const events = await reader.readAll(seen.at(-1)?.position ?? start, 500);
    seen.push(...events);
    if (last && events.length === 0) break;
  }
  await writing;
  expect(acknowledged.length).toBeGreaterThan(1_000);
  expect(seen.map(({ id }) => id).sort()).toEqual(acknowledged.sort());
  expect(seen.every((event, index) => event.position > (seen[index - 1]?.position ?? start))).toBe(true);
  for (const [stream, events] of Map.groupBy(seen, (event) => event.stream)) {
    expect([stream, ...events.map(({ version }) => version)]).toEqual([stream, ...events.map((_, index) => index + 1)]);
  }
}

/** Appends small and large batches, to a stream of its own and to streams shared by all writers; some appends fail. */
async function write(store: EventStore, hot: string[], writer: number, acknowledged: string[]): Promise<void> {
  const own = newStream();
  for (let n = 0; n < appendsPerWriter; n++) {
    const stream = n % 4 === 0 ? (hot[(n + writer) % hot.length] ?? own) : own;
    // Every fourth writer has long transactions, which others would overtake if the store did not prevent that.
    const events = Array.from({ length: writer % 4 === 0 ? 10 : 1 }, () => newEvent('x'.repeat(writer % 4 === 0 ? 5_000 : 10)));
    if (n % 7 === 0) events.push({ ...newEvent(), data: { count: 1n } });
    const appended = await store.append(stream, n % 5 === 0 ? 1 : 'any', events).catch(() => null);
    if (appended) acknowledged.push(...events.map(({ id }) => id));
  }
}

/** Contract of appends to several streams. */
export function describeCompanions(made: () => EventStoreUnderTest): void {
  const companion = (count = 1, stream = newStream()): CompanionEvents => ({ stream, expected: 0, events: newEvents(count) });
  const lengths = async (streams: readonly string[], store: EventStore = made().store) =>
    (await Promise.all(streams.map((stream) => store.read(stream)))).map((events) => events.length);

  test('stores companions at lower positions than their append, and returns the result of the append', async () => {
    const { store } = made();
    const [stream, first, second] = [newStream(), companion(2), companion()];
    await store.append(first.stream, 0, newEvents(3));
    const appended = await store.append(stream, 0, newEvents(2), [{ ...first, expected: 3 }, second]);
    const [own, ...others] = await Promise.all([stream, first.stream, second.stream].map((one) => store.read(one)));
    expect(appended).toEqual({ version: 2, position: own?.at(-1)?.position, repeated: false });
    expect(others.map((events) => events.map(({ version }) => version))).toEqual([[1, 2, 3, 4, 5], [1]]);
    for (const events of others) expect(events.at(-1)?.position).toBeLessThan(own?.[0]?.position ?? 0);
  });

  test('returns the first result for a repeated append with companions', async () => {
    const [stream, events, along] = [newStream(), newEvents(2), [companion(), companion(2)]];
    const first = await made().store.append(stream, 0, events, along);
    const again = { ...first, repeated: true };
    expect(await made().store.append(stream, 0, events, along)).toEqual(again);
    expect(await (await made().reopen()).append(stream, 0, events, along)).toEqual(again);
    expect(await lengths([stream, ...along.map((one) => one.stream)])).toEqual([2, 1, 2]);
  });

  test('skips a companion whose event ids exist already', async () => {
    const { store } = made();
    const [stream, along] = [newStream(), companion(2)];
    await store.append(along.stream, 0, along.events);
    expect(await store.append(stream, 0, newEvents(1), [along])).toMatchObject({ version: 1, repeated: false });
    expect(await lengths([stream, along.stream])).toEqual([1, 2]);
  });

  test('stores no event of an append whose companion has a version conflict', async () => {
    const { store, storesCompanionsWhole } = made();
    const [stream, good, taken] = [newStream(), companion(), companion()];
    await store.append(taken.stream, 0, newEvents(1));
    await expect(store.append(stream, 0, newEvents(1), [good, taken])).rejects.toThrow(VersionConflict);
    expect(await lengths([stream, good.stream, taken.stream])).toEqual([0, storesCompanionsWhole ? 0 : 1, 1]);
  });

  test('stores no companion of an append at an outdated version', async () => {
    const { store } = made();
    const [stream, along] = [newStream(), companion()];
    await store.append(stream, 0, newEvents(2));
    for (const expected of [0, 1, 3]) await expect(store.append(stream, expected, newEvents(1), [along])).rejects.toThrow(VersionConflict);
    expect(await lengths([stream, along.stream])).toEqual([2, 0]);
    expect(await store.append(stream, 'any', newEvents(1), [along])).toMatchObject({ version: 3 });
    expect(await lengths([stream, along.stream])).toEqual([3, 1]);
  });

  test('stores nothing of an append with an unstorable event or companion', async () => {
    const { store } = made();
    const [stream, along] = [newStream(), companion()];
    const bad = { ...newEvent(), data: { count: 1n } };
    const [event] = along.events;
    const tries = [
      store.append(stream, 0, [bad], [along]),
      store.append(stream, 0, newEvents(1), [{ ...along, events: [bad] }]),
      store.append(stream, 0, newEvents(1), [{ ...along, events: [] }]),
      store.append(stream, 0, newEvents(1), [{ ...along, stream }]),
      store.append(stream, 0, newEvents(1), [along, { ...along, events: newEvents(1) }]),
      store.append(stream, 0, event ? [event] : [], [along]),
    ];
    for (const one of await Promise.allSettled(tries)) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(UnstorableEvent) });
    expect(await lengths([stream, along.stream])).toEqual([0, 0]);
  });

  test('accepts one of 16 concurrent appends with the same companion, and all unrelated appends', async () => {
    const stores = [made().store, await made().reopen()];
    const stream = newStream();
    const tries = stores.flatMap((store) => Array.from({ length: 8 }, () => ({ store, stream: newStream() })));
    const appends = tries.map((one) => one.store.append(one.stream, 0, newEvents(2), [companion(1, stream)]));
    const neighbours = stores.flatMap((store) => Array.from({ length: 20 }, () => store.append(newStream(), 0, newEvents(1), [companion()])));
    const settled = await Promise.allSettled(appends);
    expect((await Promise.all(neighbours)).every(({ version }) => version === 1)).toBe(true);
    for (const one of settled) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(VersionConflict);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const stored = await lengths(tries.map((one) => one.stream));
    expect([await lengths([stream]), stored.sort()]).toEqual([[1], [...Array.from({ length: 15 }, () => 0), 2]]);
  });

  test('accepts at least one of two concurrent appends that have each other as companion', async () => {
    const { store } = made();
    const [one, other] = [newStream(), newStream()];
    const crossed = await Promise.allSettled([
      store.append(one, 0, newEvents(1), [companion(1, other)]),
      store.append(other, 0, newEvents(1), [companion(1, one)]),
      store.append(other, 'any', newEvents(1)),
    ]);
    for (const result of crossed) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(VersionConflict);
    const [ofOne, ofOther] = await Promise.all([store.read(one), store.read(other)]);
    for (const events of [ofOne, ofOther]) expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
    expect(crossed.some(({ status }) => status === 'fulfilled')).toBe(true);
  });
}
