import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Admin } from 'kafkajs';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { readConfig } from '../../config.ts';
import type { EventStore, RecordedEvent } from '../../event-store/port.ts';
import { postgresEventStore } from '../../event-store/postgres.ts';
import { createPool } from '../../postgres/pool.ts';
import { testDatabase } from '../../postgres/test-database.ts';
import type { BusInstance, BusUnderTest } from '../contract.ts';
import { kafkaBus } from '../kafka.ts';
import { kafkaClient } from './client.ts';
import type { PartitionedMessage } from './record.ts';

/** A bus with its own topic and its own log. */
export interface KafkaUnderTest extends BusUnderTest {
  topic: string;
  events: EventStore;
  open(): Promise<BusInstance & { setAway(away: boolean): void }>;
  /** Sends records to the topic without the relay. */
  produce(messages: PartitionedMessage[]): Promise<void>;
  administer<T>(work: (admin: Admin) => Promise<T>): Promise<T>;
}

/** @param options.others Number of additional consumers per bus instance. */
export async function kafkaUnderTest(brokers: string[], { others = 0 } = {}): Promise<KafkaUnderTest> {
  const topic = `bus-${randomUUID()}`;
  const database = await testDatabase();
  const events = postgresEventStore(database.pool);
  const closes: (() => Promise<void>)[] = [];
  const client = kafkaClient({ brokers });
  const administer = async <T>(work: (admin: Admin) => Promise<T>): Promise<T> => {
    const admin = (await client(() => {})).admin();
    await admin.connect();
    return work(admin).finally(() => admin.disconnect());
  };
  return {
    topic,
    events,
    administer,
    open: async () => {
      const pool = createPool(database.config, { max: 3 });
      const log = postgresEventStore(pool);
      const proxy = await openTestProxy();
      const bus = kafkaBus({ brokers, topic, connect: proxy.connect }, log);
      for (let other = 0; other < others; other++)
        bus.subscribe({ group: randomUUID(), from: async () => -1, handle: async () => {}, onError: () => {} });
      closes.push(async () => {
        await bus.close();
        await proxy.close();
        await log.close();
        await pool.end();
      });
      return { bus, cutOff: async () => proxy.cut(), setAway: proxy.setAway };
    },
    produce: async (messages) => {
      const producer = (await client(() => {})).producer({ createPartitioner: () => (placed) => placed.message.partition ?? 0 });
      await producer.connect();
      await producer.send({ topic, messages, acks: -1 }).finally(() => producer.disconnect());
    },
    close: async () => {
      await Promise.all(closes.map((close) => close()));
      await administer((admin) => removeAll(admin, topic));
      await events.close();
      await database.close();
    },
  };
}

/** Declares tests, each with a bus on its own topic, when a broker is configured. Otherwise reports `name` as skipped. */
export function describeKafka(name: string, declare: (kafka: () => KafkaUnderTest) => void): void {
  const brokers = readConfig().KAFKA_BROKERS;
  if (!brokers) {
    test(name, (context) => context.skip('KAFKA_BROKERS is not set'));
    return;
  }
  let kafka: KafkaUnderTest;
  describe(name, () => {
    beforeEach(async () => {
      kafka = await kafkaUnderTest(brokers);
    });
    afterEach(() => kafka.close());
    declare(() => kafka);
  });
}

/** Removes the topic, its lease topic, and all groups. */
async function removeAll(admin: Admin, topic: string): Promise<void> {
  const { groups } = await admin.listGroups();
  const topics = await admin.listTopics();
  const ours = (name: string): boolean => name === topic || name.startsWith(`${topic}.`);
  // A group may still have members that crashed on purpose; it disappears once their sessions expire.
  await admin.deleteGroups(groups.map(({ groupId }) => groupId).filter(ours)).catch(() => {});
  await admin.deleteTopics({ topics: topics.filter(ours) });
}

/** An event as the log would return it at `position`. */
export const recordedEventAt = (position: number): RecordedEvent => ({
  id: randomUUID(),
  stream: `country-${randomUUID()}`,
  version: 1,
  position,
  type: 'CountryDeleted',
  schema: 1,
  data: { countryId: randomUUID() },
  at: new Date().toISOString(),
  meta: { actorId: null, commandId: randomUUID(), traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
});

interface TestProxy {
  /** Opens a connection to a server through the proxy. */
  connect(target: { host: string; port: number }): Socket;
  /** Breaks all connections, like a network failure. New connections can be opened, unless the proxy is set away. */
  cut(): void;
  /** While away, the proxy breaks each connection as soon as it is made. */
  setAway(away: boolean): void;
  close(): Promise<void>;
}

/** A TCP proxy for tests that break real connections. A connection begins with a line that names its target. */
async function openTestProxy(): Promise<TestProxy> {
  const open = new Set<Socket>();
  let away = false;
  const join = (one: Socket, other: Socket): void => {
    open.add(one);
    one.on('error', () => other.destroy()).on('close', () => open.delete(one));
    one.pipe(other);
  };
  const server = createServer((from) => {
    if (away) return from.resetAndDestroy();
    from.once('data', (first: Buffer) => {
      const [host = '', port = ''] = first.toString('latin1').split('\n', 1).join('').split(' ');
      from.unshift(first.subarray(first.indexOf('\n') + 1));
      const to = connect({ host, port: Number(port) });
      join(from, to);
      join(to, from);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a server is a string only for Unix sockets.
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    connect: (target) => {
      const socket = connect({ host: '127.0.0.1', port });
      return socket.once('connect', () => socket.write(`${target.host} ${target.port}\n`));
    },
    cut,
    setAway: (now) => {
      away = now;
      if (away) cut();
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
