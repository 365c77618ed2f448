import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EventStore } from '../event-store/port.ts';
import { describeFailures } from './contract-failures.ts';
import { describeLeases } from './contract-leases.ts';
import { describeRelay } from './contract-relay.ts';
import type { Bus, BusBatch, BusRecord, Subscribe, Subscription } from './port.ts';

export interface BusInstance {
  bus: Bus;
  /** Breaks the connections that the instance holds its leases by, as a network would. The instance may open new ones. */
  cutOff(): Promise<void>;
}

export interface BusUnderTest {
  /** What is appended here is what the bus carries. */
  events: EventStore;
  /** Another instance over connections of its own, as another process would have it. */
  open(): Promise<BusInstance>;
  /** Closes every instance and removes the data. */
  close(): Promise<void>;
}

/** What every bus must do. Runs on a log that is empty at first. */
export function busContract(make: () => Promise<BusUnderTest>): void {
  describe('bus', () => {
    let made: BusUnderTest;
    let first: BusInstance;
    let relay: Subscription;
    const startRelay = (): void => {
      relay = first.bus.relay({ onError: () => {} });
    };
    beforeAll(async () => {
      made = await make();
      first = await made.open();
      startRelay();
    });
    afterAll(() => made.close());
    afterEach(async () => {
      await Promise.all(subscriptions.splice(0).map((subscription) => subscription.stop()));
    });
    describeDelivery(
      () => made,
      () => first.bus,
    );
    describeProgress(
      () => made,
      () => first.bus,
    );
    describeFailures(
      () => made,
      () => first.bus,
    );
    describeLeases(
      () => made,
      () => first.bus,
    );
    describeRelay(
      () => made,
      () => first.bus,
      { start: startRelay, stop: () => relay.stop() },
    );
  });
}

const subscriptions: Subscription[] = [];

/** A consumer that keeps what it was given, and a checkpoint that instances can share. */
export interface Consumer {
  records: BusRecord[];
  batches: BusBatch[];
  checkpoint: Record<string, number>;
  errors: unknown[];
  subscription: Subscription;
  ids(): string[];
}

export const newGroup = (): string => `group-${randomUUID()}`;

/** Subscribes from `checkpoint`; `before` runs before a batch is kept and may refuse it. */
export function consume(
  bus: Bus,
  group: string,
  checkpoint: Record<string, number>,
  before: (batch: BusBatch) => Promise<void> = async () => {},
  more: Pick<Subscribe, 'whole'> = {},
): Consumer {
  const records: BusRecord[] = [];
  const batches: BusBatch[] = [];
  const errors: unknown[] = [];
  const subscription = bus.subscribe({
    ...more,
    group,
    from: async (partition) => checkpoint[partition] ?? -1,
    handle: async (batch) => {
      await before(batch);
      records.push(...batch.records);
      batches.push(batch);
      checkpoint[batch.partition] = batch.to;
    },
    onError: (error) => errors.push(error),
  });
  subscriptions.push(subscription);
  return { records, batches, checkpoint, errors, subscription, ids: () => records.map(({ event }) => event.id) };
}

/** Appends one event to each of `streams` in turn, `rounds` times, and answers the ids in that order. */
export async function append(events: EventStore, streams: readonly string[], rounds: number): Promise<string[]> {
  const ids: string[] = [];
  for (let round = 0; round < rounds; round++)
    for (const stream of streams) {
      const id = randomUUID();
      await events.append(stream, 'any', [
        {
          id,
          type: 'CountryDeleted',
          schema: 1,
          data: { countryId: randomUUID() },
          at: new Date().toISOString(),
          meta: { actorId: null, commandId: randomUUID() },
        },
      ]);
      ids.push(id);
    }
  return ids;
}

export const newStreams = (count: number): string[] => Array.from({ length: count }, () => `country-${randomUUID()}`);
/** Until the condition holds; leases are taken over within about a second. */
export const until = (condition: () => boolean | Promise<boolean>) => expect.poll(condition, { timeout: 15_000, interval: 10 }).toBe(true);
export const holds = (ids: readonly string[], wanted: readonly string[]): boolean => {
  const known = new Set(ids);
  return wanted.every((id) => known.has(id));
};

function describeDelivery(made: () => BusUnderTest, bus: () => Bus): void {
  test('delivers what was there before and what comes later, in order per stream, each once when nothing fails', async () => {
    const { events } = made();
    const streams = newStreams(5);
    const start = await bus().heads();
    const before = await append(events, streams, 6);
    const consumer = consume(bus(), newGroup(), { ...start });
    await until(() => holds(consumer.ids(), before));
    const after = await append(events, streams, 6);
    await until(() => holds(consumer.ids(), after));
    expect(consumer.ids().toSorted()).toEqual([...before, ...after].toSorted());
    for (const stream of streams) {
      const versions = consumer.records.filter(({ event }) => event.stream === stream).map(({ event }) => event.version);
      expect(versions).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    }
  });

  test('keeps a stream in one partition, offsets in order, and says how far each batch goes', async () => {
    const { events } = made();
    const start = await bus().heads();
    const consumer = consume(bus(), newGroup(), { ...start });
    const ids = await append(events, newStreams(8), 4);
    await until(() => holds(consumer.ids(), ids));
    const partitionOf = new Map<string, string>();
    for (const { partition, event } of consumer.records) {
      expect(partitionOf.get(event.stream) ?? partition).toBe(partition);
      partitionOf.set(event.stream, partition);
    }
    const last = new Map(Object.entries(start));
    for (const { partition, records, to } of consumer.batches) {
      for (const record of records) {
        expect(record.partition).toBe(partition);
        expect(record.offset).toBeGreaterThan(last.get(partition) ?? -1);
        last.set(partition, record.offset);
      }
      expect(to).toBeGreaterThanOrEqual(last.get(partition) ?? -1);
    }
  });
}

function describeProgress(made: () => BusUnderTest, bus: () => Bus): void {
  test('a watermark tells that nothing at or below it is to come', async () => {
    const { events } = made();
    const consumer = consume(bus(), newGroup(), await bus().heads());
    const ids = await append(events, newStreams(8), 4);
    const head = await events.head();
    const watermarks = () =>
      Object.keys(consumer.checkpoint).map((partition) => consumer.batches.findLast((batch) => batch.partition === partition)?.watermark ?? 0);
    await until(() => Math.min(...watermarks()) >= head);
    expect(holds(consumer.ids(), ids)).toBe(true);
  });

  test('begins after the checkpoint', async () => {
    const { events } = made();
    const streams = newStreams(3);
    const old = await append(events, streams, 3);
    const late = consume(bus(), newGroup(), await bus().heads());
    const ids = await append(events, streams, 3);
    await until(() => holds(late.ids(), ids));
    expect(late.ids().filter((id) => old.includes(id))).toEqual([]);
  });

  test('heads are where a consumer that has everything stands', async () => {
    const { events } = made();
    const start = await bus().heads();
    const consumer = consume(bus(), newGroup(), { ...start });
    const ids = await append(events, newStreams(4), 5);
    await until(() => holds(consumer.ids(), ids));
    expect(await bus().heads()).not.toEqual(start);
    await until(async () => Object.entries(await bus().heads()).every(([partition, head]) => (consumer.checkpoint[partition] ?? -1) >= head));
  });

  test('tells which partition a stream goes to', async () => {
    const streams = newStreams(8);
    const consumer = consume(bus(), newGroup(), await bus().heads());
    const ids = await append(made().events, streams, 1);
    await until(() => holds(consumer.ids(), ids));
    for (const { partition, event } of consumer.records) expect(await bus().partitionOf(event.stream)).toBe(partition);
    expect(Object.keys(await bus().heads())).toEqual(expect.arrayContaining(consumer.records.map(({ partition }) => partition)));
  });

  test('skips nothing while several write', async () => {
    const { events } = made();
    const consumer = consume(bus(), newGroup(), await bus().heads());
    const written = await Promise.all(Array.from({ length: 8 }, () => append(events, newStreams(5), 10)));
    await until(() => holds(consumer.ids(), written.flat()));
    expect(consumer.records).toHaveLength(400);
  });
}
