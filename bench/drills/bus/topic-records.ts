import { randomUUID } from 'node:crypto';
import { kafkaClient } from '@waystory/infra/bus/kafka/client.ts';

/** Number of records with an event that a topic has, those that consumers drop included. */
export async function countRecords(brokers: string[], topic: string): Promise<number> {
  const kafka = await kafkaClient({ brokers })(() => {});
  const admin = kafka.admin();
  await admin.connect();
  const ends = new Map((await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, BigInt(high)]));
  await admin.disconnect();
  const consumer = kafka.consumer({ groupId: `${topic}.count-${randomUUID()}` });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  let events = 0;
  const { promise: counted, resolve } = Promise.withResolvers<void>();
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ partition, message }) => {
      if (message.value) events += 1;
      if (BigInt(message.offset) + 1n >= (ends.get(partition) ?? 0n)) ends.delete(partition);
      if (ends.size === 0) resolve();
    },
  });
  await counted;
  await consumer.disconnect();
  return events;
}
