import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { readConfig } from '../config.ts';
import { postgresEventStore } from '../event-store/postgres.ts';
import { createPool } from '../postgres/pool.ts';
import { testDatabase } from '../postgres/test-database.ts';
import { busContract } from './contract.ts';
import { kafkaBus } from './kafka.ts';
import { kafkaClient } from './kafka-client.ts';
import { openTestProxy } from './test-proxy.ts';

const brokers = readConfig().KAFKA_BROKERS;

if (brokers) busContract(() => makeBus(brokers));
else test('the contract of the bus on Kafka', (context) => context.skip('KAFKA_BROKERS is not set'));

async function makeBus(addresses: string[]) {
  const topic = `bus-${randomUUID()}`;
  const database = await testDatabase();
  const events = postgresEventStore(database.pool);
  const closes: (() => Promise<void>)[] = [];
  const open = async () => {
    const pool = createPool(database.config, { max: 3 });
    const log = postgresEventStore(pool);
    const proxy = await openTestProxy();
    const bus = kafkaBus({ brokers: addresses, topic, connect: proxy.connect }, log);
    closes.push(async () => {
      await bus.close();
      await proxy.close();
      await log.close();
      await pool.end();
    });
    return { bus, cutOff: async () => proxy.cut() };
  };
  const close = async (): Promise<void> => {
    await Promise.all(closes.map((one) => one()));
    await removeTopic(addresses, topic);
    await events.close();
    await database.close();
  };
  return { events, open, close };
}

async function removeTopic(addresses: string[], topic: string): Promise<void> {
  const admin = (await kafkaClient({ brokers: addresses })(() => {})).admin();
  await admin.connect();
  const { groups } = await admin.listGroups();
  await admin.deleteGroups(groups.map(({ groupId }) => groupId).filter((group) => group.startsWith(topic)));
  await admin.deleteTopics({ topics: [topic, `${topic}.relay`] });
  await admin.disconnect();
}
