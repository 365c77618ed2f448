import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EventStore } from '../event-store/port.ts';
import { describeDelivery } from './contract/delivery.ts';
import { describeLeases } from './contract/leases.ts';
import type { Bus, BusBatch, BusRecord, SubscribeOptions, Subscription } from './port.ts';

export interface BusInstance {
  bus: Bus;
  /** Breaks the connections behind the instance's leases, like a network failure. The instance may open new ones. */
  cutOff(): Promise<void>;
}

export interface BusUnderTest {
  /** Source of the events that the bus carries. */
  events: EventStore;
  /** Opens another instance over its own connections, like another process. */
  open(): Promise<BusInstance>;
  /** Closes every instance and removes the data. */
  close(): Promise<void>;
}

/** Contract of every bus, on a log that is empty at first. */
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

/** A consumer that records its deliveries, with a checkpoint that instances can share. */
export interface RecordingConsumer {
  records: BusRecord[];
  batches: BusBatch[];
  checkpoint: Record<string, number>;
  errors: unknown[];
  subscription: Subscription;
  ids(): string[];
}

export const newGroup = (): string => `group-${randomUUID()}`;

/** Subscribes from `checkpoint`. `before` runs before a batch is recorded, and refuses it by throwing. */
export function consume(
  bus: Bus,
  group: string,
  checkpoint: Record<string, number>,
  before: (batch: BusBatch) => Promise<void> = async () => {},
  more: Pick<SubscribeOptions, 'whole' | 'types'> = {},
): RecordingConsumer {
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

/** Event types with payload that both the log and the wire format accept. */
const payloads = { CountryDeleted: () => ({ countryId: randomUUID() }), PlaceDeleted: () => ({ placeId: randomUUID() }) };

/** Appends one event to each stream in turn, `rounds` times, and returns the ids in that order. */
export async function appendRounds(
  events: EventStore,
  streams: readonly string[],
  rounds: number,
  type: keyof typeof payloads = 'CountryDeleted',
): Promise<string[]> {
  const ids: string[] = [];
  for (let round = 0; round < rounds; round++)
    for (const stream of streams) {
      const id = randomUUID();
      await events.append(stream, 'any', [
        {
          id,
          type,
          schema: 1,
          data: payloads[type](),
          at: new Date().toISOString(),
          meta: { actorId: null, commandId: randomUUID() },
        },
      ]);
      ids.push(id);
    }
  return ids;
}

export const newStreams = (count: number): string[] => Array.from({ length: count }, () => `country-${randomUUID()}`);
/** Waits until the condition holds; another process takes over a lease within about a second. */
export const waitUntil = (condition: () => boolean | Promise<boolean>) => expect.poll(condition, { timeout: 15_000, interval: 10 }).toBe(true);
export const includesAll = (ids: readonly string[], wanted: readonly string[]): boolean => {
  const known = new Set(ids);
  return wanted.every((id) => known.has(id));
};

/** Contract of consumers that refuse batches or crash. */
function describeFailures(made: () => BusUnderTest, bus: () => Bus): void {
  test('reports a refused batch and delivers it again in order', async () => {
    let refusals = 3;
    const refuse = async (batch: BusBatch): Promise<void> => {
      if (batch.records.length > 0 && refusals-- > 0) throw new Error('refused');
    };
    const consumer = consume(bus(), newGroup(), await bus().heads(), refuse);
    const [stream = ''] = newStreams(1);
    const ids = await appendRounds(made().events, [stream], 5);
    await waitUntil(() => includesAll(consumer.ids(), ids));
    expect(consumer.ids()).toEqual(ids);
    expect(consumer.errors.map(String)).toEqual(['Error: refused', 'Error: refused', 'Error: refused']);
  });

  test('resumes after a refusal from the current checkpoint', async () => {
    const checkpoint = await bus().heads();
    const [stream = ''] = newStreams(1);
    const ids = await appendRounds(made().events, [stream], 5);
    let skipped: string[] = [];
    const consumer = consume(bus(), newGroup(), checkpoint, async ({ partition, records }) => {
      const [first] = records;
      if (!first || skipped.length > 0) return;
      skipped = [first.event.id];
      checkpoint[partition] = first.offset;
      throw new Error('refused after the first');
    });
    await waitUntil(() => includesAll([...skipped, ...consumer.ids()], ids));
    expect([...skipped, ...consumer.ids()]).toEqual(ids);
  });

  describeCrashes(made, bus);
}

function describeCrashes(made: () => BusUnderTest, bus: () => Bus): void {
  test('delivers events again when the consumer crashed before it stored its checkpoint', async () => {
    const group = newGroup();
    const start = await bus().heads();
    const done: string[] = [];
    const crashing = consume(bus(), group, { ...start }, async ({ records }) => {
      done.push(...records.map(({ event }) => event.id));
      throw new Error('crashed after its work');
    });
    const ids = await appendRounds(made().events, newStreams(2), 3);
    await waitUntil(() => includesAll(done, ids));
    await crashing.subscription.stop();
    const next = consume((await made().open()).bus, group, { ...start });
    await waitUntil(() => includesAll(next.ids(), ids));
  });

  test('delivers to other groups while one group refuses everything', async () => {
    const start = await bus().heads();
    const stuck = consume(bus(), newGroup(), { ...start }, async ({ records }) => {
      if (records.length > 0) throw new Error('refused');
    });
    const other = consume(bus(), newGroup(), { ...start });
    const ids = await appendRounds(made().events, newStreams(2), 3);
    await waitUntil(() => includesAll(other.ids(), ids));
    await waitUntil(() => stuck.errors.length > 1);
    expect(stuck.records).toEqual([]);
  });
}

/** The relay that runs during the other tests of the contract. */
interface FirstRelay {
  start(): void;
  stop(): Promise<void>;
}

/** Contract of the relay, which publishes events of the log to consumers. */
function describeRelay(made: () => BusUnderTest, bus: () => Bus, first: FirstRelay): void {
  test('loses and repeats no event with competing relays, even when the active relay stops', async () => {
    const others = [(await made().open()).bus, (await made().open()).bus];
    const streams = newStreams(6);
    const consumer = consume(bus(), newGroup(), await bus().heads());
    const errors: unknown[] = [];
    const [second, third] = others.map((other) => other.relay({ onError: (error) => errors.push(error) }));
    const ids = await appendRounds(made().events, streams, 5);
    await waitUntil(() => includesAll(consumer.ids(), ids));
    for (const stop of [first.stop, second?.stop]) {
      const stopped = stop?.();
      ids.push(...(await appendRounds(made().events, streams, 5)));
      await stopped;
      await waitUntil(() => includesAll(consumer.ids(), ids));
    }
    first.start();
    await third?.stop();
    ids.push(...(await appendRounds(made().events, streams, 5)));
    await waitUntil(() => includesAll(consumer.ids(), ids));
    expect(consumer.ids().toSorted()).toEqual(ids.toSorted());
    expect(errors).toEqual([]);
  });

  test('relays events that were appended while no relay was active', async () => {
    const consumer = consume(bus(), newGroup(), await bus().heads());
    await first.stop();
    const ids = await appendRounds(made().events, newStreams(6), 5);
    first.start();
    await waitUntil(() => includesAll(consumer.ids(), ids));
    expect(consumer.records).toHaveLength(ids.length);
  });
}
