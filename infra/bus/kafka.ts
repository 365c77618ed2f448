import { randomUUID } from 'node:crypto';
import type { EventStore } from '../event-store/port.ts';
import type { Log } from '../log.ts';
import { type KafkaAddress, kafkaClient } from './kafka/client.ts';
import { partitionFor } from './kafka/partition.ts';
import { createProcessReader } from './kafka/process-reader.ts';
import { relayToKafka } from './kafka/relay.ts';
import { subscribeToKafka } from './kafka/subscription.ts';
import { kafkaTopic } from './kafka/topic.ts';
import type { Bus, Subscription } from './port.ts';

export interface KafkaBusOptions extends KafkaAddress {
  /** Topic of the log; `<topic>.relay` is the topic for the relay's lease. */
  topic?: string;
}

/**
 * Delivers the log over Kafka: one process relays the whole log to a topic, and all consumers read the topic. Connects at the first use. The caller
 * closes the event store.
 */
export function kafkaBus({ topic: name = 'waystory.events', ...address }: KafkaBusOptions, events: EventStore, log?: Pick<Log, 'debug'>): Bus {
  const open = kafkaClient(address, log);
  const topic = kafkaTopic(name, open);
  const running = new Set<Subscription>();
  const onError = (error: unknown): void => log?.debug({ err: error, engine: 'kafka' }, 'the reader of all consumers begins anew');
  const processReader = createProcessReader({ topic, open, isWorthwhile: () => running.size > 1, onError });
  const source = { topic, open, processReader, process: randomUUID() };
  const keep = ({ stop }: Subscription): Subscription => {
    const kept = { stop: () => stop().finally(() => running.delete(kept)) };
    running.add(kept);
    return kept;
  };
  return {
    subscribe: (options) => keep(subscribeToKafka(options, source)),
    heads: async () => {
      const partitions = await topic.partitions();
      const head = await events.head();
      return Object.fromEntries(Array.from({ length: partitions }, (_, partition) => [String(partition), head]));
    },
    partitionOf: async (stream) => String(partitionFor(stream, await topic.partitions())),
    relay: (options) => keep(relayToKafka({ topic, open, events, ...options })),
    close: async () => {
      await Promise.all([...running].map((subscription) => subscription.stop()));
      await processReader.stop();
      await topic.close();
    },
  };
}
