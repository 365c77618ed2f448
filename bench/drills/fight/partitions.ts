import { partitionFor } from '@waystory/infra/bus/kafka/partition.ts';
import type { Bus } from '@waystory/infra/bus/port.ts';

/** Partitions that the log is fought over in. */
export const partitions = ['0', '1'] as const;

/** How far a subscription is in each partition, by the name of its group and the partition. */
export type Reached = Map<string, number>;

/**
 * A bus of one partition as one of two, as Kafka has several: a like and what it is about may come by different ones. Each has a subscription of
 * its own under a name of the fighter's own, so that both fighters have the lease, as a process has that does not know yet that it lost it.
 */
export const inPartitions = (bus: Bus, name: string, reached: Reached): Bus => ({
  ...bus,
  subscribe: (options) => {
    const subscriptions = partitions.map((partition, number) => {
      const key = `${options.group} ${partition}`;
      return bus.subscribe({
        ...options,
        group: `${options.group}.${partition}.${name}`,
        from: async () => {
          const offset = await options.from(partition);
          reached.set(key, offset);
          return offset;
        },
        handle: async (batch) => {
          const records = batch.records.filter(({ event }) => partitionFor(event.stream, partitions.length) === number);
          await options.handle({ ...batch, partition, records: records.map((record) => ({ ...record, partition })) });
          reached.set(key, batch.to);
        },
      });
    });
    return { stop: () => Promise.all(subscriptions.map((subscription) => subscription.stop())).then(() => {}) };
  },
  heads: async () => {
    const [head = 0] = Object.values(await bus.heads());
    return Object.fromEntries(partitions.map((partition) => [partition, head]));
  },
  partitionOf: async (stream) => partitions[partitionFor(stream, partitions.length)] ?? partitions[0],
});
