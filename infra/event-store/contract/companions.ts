import { expect, test } from 'vitest';
import { type EventStoreUnderTest, newEvent, newEvents, newStream } from '../contract.ts';
import { type CompanionEvents, type EventStore, UnstorableEvent, VersionConflict } from '../port.ts';

/** Contract of appends to several streams. */
export function describeCompanions(made: () => EventStoreUnderTest): void {
  const companion = (count = 1, stream = newStream()): CompanionEvents => ({ stream, expected: 0, events: newEvents(count) });
  const lengths = async (streams: readonly string[], store: EventStore = made().store) =>
    (await Promise.all(streams.map((stream) => store.read(stream)))).map((events) => events.length);

  test('stores companions with an append and before it, and returns the result of the append', async () => {
    const { store } = made();
    const [stream, first, second] = [newStream(), companion(2), companion()];
    await store.append(first.stream, 0, newEvents(3));
    const appended = await store.append(stream, 0, newEvents(2), [{ ...first, expected: 3 }, second]);
    const [own, ...others] = await Promise.all([stream, first.stream, second.stream].map((one) => store.read(one)));
    expect(appended).toEqual({ version: 2, position: own?.at(-1)?.position, repeated: false });
    expect(others.map((events) => events.map(({ version }) => version))).toEqual([[1, 2, 3, 4, 5], [1]]);
    for (const events of others) expect(events.at(-1)?.position).toBeLessThan(own?.[0]?.position ?? 0);
  });

  test('gives a repeated append with companions its first result', async () => {
    const [stream, events, along] = [newStream(), newEvents(2), [companion(), companion(2)]];
    const first = await made().store.append(stream, 0, events, along);
    const again = { ...first, repeated: true };
    expect(await made().store.append(stream, 0, events, along)).toEqual(again);
    expect(await (await made().reopen()).append(stream, 0, events, along)).toEqual(again);
    expect(await lengths([stream, ...along.map((one) => one.stream)])).toEqual([2, 1, 2]);
  });

  test('accepts a companion as done when its ids exist already', async () => {
    const { store } = made();
    const [stream, along] = [newStream(), companion(2)];
    await store.append(along.stream, 0, along.events);
    expect(await store.append(stream, 0, newEvents(1), [along])).toMatchObject({ version: 1, repeated: false });
    expect(await lengths([stream, along.stream])).toEqual([1, 2]);
  });

  test('stores nothing of an append with a companion in conflict', async () => {
    const { store, storesCompanionsWhole } = made();
    const [stream, good, taken] = [newStream(), companion(), companion()];
    await store.append(taken.stream, 0, newEvents(1));
    await expect(store.append(stream, 0, newEvents(1), [good, taken])).rejects.toThrow(VersionConflict);
    expect(await lengths([stream, good.stream, taken.stream])).toEqual([0, storesCompanionsWhole ? 0 : 1, 1]);
  });

  test('stores no companion of an append with a visible version conflict', async () => {
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

  test('lets one of several appends with the same companion through, and unrelated appends too', async () => {
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

  test('separates appends when the companion of one is the stream of another', async () => {
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
