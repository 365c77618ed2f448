import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { EventStore } from '../event-store/port.ts';
import { describeDelivery } from './contract/delivery.ts';
import { describeFailures } from './contract/failures.ts';
import { describeLeases } from './contract/leases.ts';
import { describeRelay } from './contract/relay.ts';
import type { Bus, BusBatch, BusRecord, Subscribe, Subscription } from './port.ts';

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
export interface Consumer {
  records: BusRecord[];
  batches: BusBatch[];
  checkpoint: Record<string, number>;
  errors: unknown[];
  subscription: Subscription;
  ids(): string[];
}

export const newGroup = (): string => `group-${randomUUID()}`;

/** Subscribes from `checkpoint`; `before` runs before a batch is recorded and may refuse it. */
export function consume(
  bus: Bus,
  group: string,
  checkpoint: Record<string, number>,
  before: (batch: BusBatch) => Promise<void> = async () => {},
  more: Pick<Subscribe, 'whole' | 'types'> = {},
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

/** Event types with payload that both the log and the wire format accept. */
const payloads = { CountryDeleted: () => ({ countryId: randomUUID() }), PlaceDeleted: () => ({ placeId: randomUUID() }) };

/** Appends one event to each stream in turn, `rounds` times, and returns the ids in that order. */
export async function append(
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
export const until = (condition: () => boolean | Promise<boolean>) => expect.poll(condition, { timeout: 15_000, interval: 10 }).toBe(true);
export const holds = (ids: readonly string[], wanted: readonly string[]): boolean => {
  const known = new Set(ids);
  return wanted.every((id) => known.has(id));
};
