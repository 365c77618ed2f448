import { messageOf } from '@waystory/infra/bus/kafka/record.ts';
import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import kafkajs, { type Kafka, type Message, type Producer } from 'kafkajs';
import type { Carrier, CarrierSettings } from './carrier.ts';
import { createPace } from './pace.ts';

/** As many as the relay sends at once. */
const batchSize = 1_000;
/** As many as the bus makes its topics with, to work on all at the same time. */
const partitions = 4;
/** A poll of the bus waits as long. */
const pollMs = 500;

/** kafkajs with the same settings, and the bytes of the events made before. */
export function bareCarrier({ brokers }: CarrierSettings, events: readonly RecordedEvent[]): Carrier {
  const kafka = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING });
  // kafkajs chooses the partition by itself, by the same hash.
  const messages = events.map((event): Message => ({ ...messageOf(event, partitions), partition: undefined }));
  const producers = new Map<string, Producer>();
  return {
    prepare: async (topic) => {
      const { DefaultPartitioner: createPartitioner } = kafkajs.Partitioners;
      const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1, allowAutoTopicCreation: false, createPartitioner });
      await producer.connect();
      producers.set(topic, producer);
    },
    produce: async (topic) => {
      const pace = createPace();
      pace.begin();
      for (let from = 0; from < messages.length; from += batchSize) {
        const batch = messages.slice(from, from + batchSize);
        await producers.get(topic)?.send({ topic, messages: batch, acks: -1 });
        pace.at(from + batch.length);
      }
      return pace.load();
    },
    end: async (topic) => {
      await producers.get(topic)?.disconnect();
      producers.delete(topic);
    },
    consume: (topic) => consume(kafka, topic, messages),
    close: async () => {},
  };
}

async function consume(kafka: Kafka, topic: string, messages: readonly Message[]) {
  const consumer = kafka.consumer({ groupId: `${topic}.bare`, maxWaitTimeInMs: pollMs });
  const expected = messages.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
  const pace = createPace();
  const done = Promise.withResolvers<void>();
  let [handled, bytes] = [0, 0];
  consumer.on(consumer.events.CRASH, ({ payload }) => done.reject(payload.error));
  consumer.on(consumer.events.GROUP_JOIN, pace.begin);
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    partitionsConsumedConcurrently: partitions,
    eachBatch: async ({ batch }) => {
      for (const { value } of batch.messages) bytes += value?.length ?? 0;
      handled += batch.messages.length;
      pace.at(handled);
      if (handled >= messages.length) done.resolve();
    },
  });
  await done.promise;
  await consumer.disconnect();
  if (handled !== messages.length || bytes !== expected)
    throw new Error(`${handled} of ${messages.length} events came, with ${bytes} of ${expected} bytes`);
  return pace.load();
}
