import { expect, test } from 'vitest';
import { appendRounds, type BusUnderTest, consume, includesAll, newGroup, newStreams, type RecordingConsumer, waitUntil } from '../contract.ts';
import type { Bus, BusBatch } from '../port.ts';

/** Contract of leases: several processes with consumers of one name. */
export function describeLeases(made: () => BusUnderTest, bus: () => Bus): void {
  test('assigns each partition to one member of a group at a time, and every event to some member', () => shareGroup(made(), bus()));

  test('hands partitions over to another process when their holder stops', async () => {
    const other = (await made().open()).bus;
    const group = newGroup();
    const checkpoint = await bus().heads();
    const streams = newStreams(3);
    const leaving = consume(bus(), group, checkpoint);
    const early = await appendRounds(made().events, streams, 1);
    await waitUntil(() => includesAll(leaving.ids(), early));
    const staying = consume(other, group, checkpoint);
    await leaving.subscription.stop();
    const kept = leaving.records.length;
    const ids = await appendRounds(made().events, streams, 3);
    await waitUntil(() => includesAll(staying.ids(), ids));
    expect(leaving.records).toHaveLength(kept);
  });

  test('assigns all partitions to one process in mode kept, and hands all over when it stops', () => keepWhole(made(), bus()));

  test('assigns all partitions to one process in mode spread, and hands all over when it stops', () => spreadWhole(made(), bus()));

  describeLoss(made, bus);
  describeStop(made, bus);
}

function describeLoss(made: () => BusUnderTest, bus: () => Bus): void {
  test('hands leases over after a cut connection, and their former holder competes again', async () => {
    const cut = await made().open();
    const group = newGroup();
    const checkpoint = await bus().heads();
    const streams = newStreams(3);
    const first = consume(cut.bus, group, checkpoint);
    const early = await appendRounds(made().events, streams, 2);
    await waitUntil(() => includesAll(first.ids(), early));
    const second = consume(bus(), group, checkpoint);
    await cut.cutOff();
    const late = await appendRounds(made().events, streams, 2);
    await waitUntil(() => includesAll([...first.ids(), ...second.ids()], late));
    await second.subscription.stop();
    const last = await appendRounds(made().events, streams, 2);
    await waitUntil(() => includesAll([...first.ids(), ...second.ids()], last));
    expect(includesAll(first.ids(), last)).toBe(true);
    expect(first.errors.length).toBeGreaterThan(0);
  });
}

function describeStop(made: () => BusUnderTest, bus: () => Bus): void {
  test('resolves stop after the batch in progress, and delivers nothing afterwards', async () => {
    const entered = Promise.withResolvers<void>();
    const leave = Promise.withResolvers<void>();
    const consumer = consume(bus(), newGroup(), await bus().heads(), async ({ records }) => {
      if (records.length === 0) return;
      entered.resolve();
      await leave.promise;
    });
    const streams = newStreams(1);
    await appendRounds(made().events, streams, 1);
    await entered.promise;
    let stopped = false;
    const stopping = consumer.subscription.stop().then(() => {
      stopped = true;
    });
    const late = await appendRounds(made().events, streams, 1);
    expect(stopped).toBe(false);
    leave.resolve();
    await stopping;
    expect(consumer.records.length).toBeGreaterThan(0);
    expect(includesAll(consumer.ids(), late)).toBe(false);
  });
}

async function shareGroup(made: BusUnderTest, bus: Bus): Promise<void> {
  const others = [(await made.open()).bus, (await made.open()).bus];
  const group = newGroup();
  const checkpoint = await bus.heads();
  const busy = new Map<string, number>();
  let together = 0;
  const alone = async ({ partition }: BusBatch): Promise<void> => {
    busy.set(partition, (busy.get(partition) ?? 0) + 1);
    together = Math.max(together, busy.get(partition) ?? 0);
    await new Promise(setImmediate);
    busy.set(partition, (busy.get(partition) ?? 0) - 1);
  };
  const consumers = [bus, ...others].map((one) => consume(one, group, checkpoint, alone));
  const twice = consume(bus, group, checkpoint, alone);
  const ids = await appendRounds(made.events, newStreams(5), 20);
  const seen = () => [...consumers, twice].flatMap((consumer) => consumer.ids());
  await waitUntil(() => includesAll(seen(), ids));
  expect(together).toBe(1);
  expect(seen()).toHaveLength(ids.length);
}

async function keepWhole(made: BusUnderTest, bus: Bus): Promise<void> {
  const streams = newStreams(12);
  const consumers = await consumeWhole(made, bus, 'kept');
  const seen = () => consumers.flatMap((consumer) => consumer.ids());
  const early = await appendRounds(made.events, streams, 3);
  await waitUntil(() => includesAll(seen(), early));
  const one = consumers.find((consumer) => consumer.records.length > 0);
  expect(one?.ids().toSorted()).toEqual(early.toSorted());
  await one?.subscription.stop();
  const late = await appendRounds(made.events, streams, 3);
  await waitUntil(() => includesAll(seen(), late));
  expect(seen()).toHaveLength(early.length + late.length);
  expect(consumers.map((consumer) => consumer.records.length).toSorted()).toEqual([0, early.length, late.length].toSorted());
}

async function spreadWhole(made: BusUnderTest, bus: Bus): Promise<void> {
  const streams = newStreams(12);
  const consumers = await consumeWhole(made, bus, 'spread');
  /** Returns the consumers that received the events just appended. */
  const takers = async (): Promise<RecordingConsumer[]> => {
    const ids = await appendRounds(made.events, streams, 1);
    await waitUntil(() =>
      includesAll(
        consumers.flatMap((consumer) => consumer.ids()),
        ids,
      ),
    );
    return consumers.filter((consumer) => consumer.ids().some((id) => ids.includes(id)));
  };
  let taker: RecordingConsumer | undefined;
  // A consumer that joins later may take over the group.
  const settle = () =>
    waitUntil(async () => {
      const [before, after] = [await takers(), await takers()];
      [taker] = after;
      return before.length === 1 && after.length === 1 && before[0] === taker;
    });
  await settle();
  const first = taker;
  await first?.subscription.stop();
  await settle();
  expect(taker).not.toBe(first);
  const all = consumers.flatMap((consumer) => consumer.ids());
  expect(all).toHaveLength(new Set(all).size);
}

async function consumeWhole(made: BusUnderTest, bus: Bus, whole: 'kept' | 'spread'): Promise<RecordingConsumer[]> {
  const group = newGroup();
  const checkpoint = await bus.heads();
  const others = [(await made.open()).bus, (await made.open()).bus];
  return [bus, ...others].map((one) => consume(one, group, checkpoint, undefined, { whole }));
}
