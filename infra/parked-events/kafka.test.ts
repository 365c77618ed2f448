import { randomUUID } from 'node:crypto';
import type { Admin, KafkaMessage } from 'kafkajs';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { kafkaClient } from '../bus/kafka/client.ts';
import { openTestProxy } from '../bus/test-proxy.ts';
import { readConfig } from '../config.ts';
import { EngineUnavailable, UnfitEngine } from '../errors.ts';
import { firstOf, parkedEventsContract, record } from './contract.ts';
import { kafkaParkedEvents } from './kafka.ts';
import type { ParkedEvents } from './port.ts';

const brokers = readConfig().KAFKA_BROKERS ?? [];
const later = { timeout: 20_000, interval: 20 };
const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
const newTopic = (): string => `test.parked.${randomUUID()}`;

describe('on the real broker', () => {
  const topics: string[] = [];
  const topic = (): string => {
    const name = newTopic();
    topics.push(name);
    return name;
  };
  let admin: Admin;
  beforeAll(async () => {
    if (brokers.length === 0) return;
    admin = (await kafkaClient({ brokers })(() => {})).admin();
    await admin.connect();
  });
  afterAll(async () => {
    if (brokers.length === 0) return;
    const there = await admin.listTopics();
    await admin.deleteTopics({ topics: topics.filter((name) => there.includes(name)) });
    await admin.disconnect();
  });
  beforeEach((context) => {
    if (brokers.length === 0) context.skip('KAFKA_BROKERS is not set');
  });

  parkedEventsContract(async () => {
    const name = topic();
    const opened: ParkedEvents[] = [];
    const open = (): ParkedEvents => {
      const parked = kafkaParkedEvents({ brokers, topic: name });
      opened.push(parked);
      return parked;
    };
    return { open, close: async () => void (await Promise.all(opened.map((parked) => parked.close()))) };
  });

  test('the topic is compacted, and a process that has closed leaves no group', async () => {
    const name = topic();
    const parked = kafkaParkedEvents({ brokers, topic: name });
    await parked.park('boards@1', [{ record: record('a', 1), error: 'no' }]);
    const groups = async () => (await admin.listGroups()).groups.map(({ groupId }) => groupId).filter((group) => group.startsWith(name));
    expect(await groups()).toHaveLength(1);
    await parked.close();
    expect(await groups()).toEqual([]);
    const { resources } = await admin.describeConfigs({ resources: [{ type: 2, name }], includeSynonyms: false });
    expect(resources[0]?.configEntries).toContainEqual(expect.objectContaining({ configName: 'cleanup.policy', configValue: 'compact' }));
  });

  test('what is parked outlives its processes, which answer nothing once they are closed', async () => {
    const name = topic();
    const first = kafkaParkedEvents({ brokers, topic: name });
    await first.park('boards@1', [
      { record: record('a', 1), error: 'no' },
      { record: record('a', 2), error: null },
    ]);
    await first.remove([await firstOf(first, 'boards@1')]);
    await first.close();
    const second = kafkaParkedEvents({ brokers, topic: name });
    expect((await second.list({ limit: 10 })).map((event) => event.record.offset)).toEqual([2]);
    await second.close();
    await expect(second.list({ limit: 10 })).rejects.toThrow(EngineUnavailable);
  });

  test('when the connections are cut nothing is lost, and while there are none every call says so', async () => {
    const name = topic();
    const proxy = await openTestProxy();
    const cut = kafkaParkedEvents({ brokers, topic: name, connect: proxy.connect });
    const other = kafkaParkedEvents({ brokers, topic: name });
    let told = 0;
    cut.onRequest(() => told++);
    await cut.park('boards@1', [{ record: record('a', 1), error: 'no' }]);
    proxy.cut();
    await expect.poll(() => succeeds(cut.park('boards@1', [{ record: record('a', 2) }])), later).toBe(true);
    proxy.setAway(true);
    await expect(cut.parkedStreams('boards@1')).rejects.toThrow(EngineUnavailable);
    const before = told;
    await other.replay('boards@1', 'a');
    await expect(cut.remove(['1'])).rejects.toThrow(EngineUnavailable);
    proxy.setAway(false);
    await expect.poll(() => told, later).toBeGreaterThan(before);
    expect(await cut.parkedStreams('boards@1')).toEqual([{ stream: 'a', due: true }]);
    expect(await cut.list({ limit: 1 })).toEqual(await other.list({ limit: 1 }));
    await Promise.all([cut.close(), other.close()]);
    await proxy.close();
  });

  test('a process that has not read for half a day reads everything anew, as ends of what was said may be gone', async () => {
    const parked = kafkaParkedEvents({ brokers, topic: topic() });
    let opened = 0;
    parked.onRequest(() => opened++);
    await parked.park('boards@1', [{ record: record('a', 1), error: 'no' }]);
    await parked.list({ limit: 1 });
    await expect.poll(() => opened, later).toBe(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 3_600_000 });
    try {
      const lists = await Promise.all([1, 2, 3].map(() => parked.list({ limit: 2 })));
      expect(lists.map((events) => events.length)).toEqual([1, 1, 1]);
      await expect.poll(() => opened, later).toBe(2);
    } finally {
      vi.useRealTimers();
      await parked.close();
    }
  });

  test('a topic with several partitions is refused', async () => {
    const name = topic();
    await admin.createTopics({ topics: [{ topic: name, numPartitions: 2, replicationFactor: 1 }], waitForLeaders: true });
    const parked = kafkaParkedEvents({ brokers, topic: name });
    await expect(parked.list({ limit: 10 })).rejects.toThrow(UnfitEngine);
    await parked.close();
  });

  /** What the topic has under each key in the end; for all but ends. */
  async function left(name: string): Promise<KafkaMessage[]> {
    const reader = (await kafkaClient({ brokers })(() => {})).consumer({ groupId: `${name}.left`, maxWaitTimeInMs: 100 });
    const last = new Map<string, KafkaMessage>();
    const end = Number((await admin.fetchTopicOffsets(name))[0]?.high) - 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    await reader.connect();
    await reader.subscribe({ topic: name, fromBeginning: true });
    await reader.run({
      autoCommit: false,
      eachMessage: async ({ message }) => {
        last.set(String(message.key), message);
        if (Number(message.offset) === end) resolve();
      },
    });
    await promise;
    await reader.disconnect();
    await admin.deleteGroups([`${name}.left`]);
    return [...last.values()].filter(({ value }) => value !== null);
  }

  test('what meant nothing is taken out of the topic again, and what is gone leaves nothing', async () => {
    const name = topic();
    const both = [kafkaParkedEvents({ brokers, topic: name }), kafkaParkedEvents({ brokers, topic: name })] as const;
    await Promise.all(both.map((parked) => parked.list({ limit: 1 })));
    for (let round = 0; round < 10; round++) {
      const one = record('a', 1);
      await Promise.all(both.map((parked) => parked.park('boards@1', [{ record: one, error: 'no' }])));
      const id = await firstOf(both[0], 'boards@1');
      await both[0].replay('boards@1', 'a');
      await Promise.all([both[0].failed(id, 'again'), both[1].discard(id)]);
      await Promise.all([both[0].failed(id, 'and again'), both[1].remove([id])]);
    }
    await both[0].park('boards@1', [{ record: record('b', 1), error: 'no' }]);
    await both[0].replay('boards@1', 'b');
    await Promise.all(both.map((parked) => parked.forget('boards@1')));
    expect((await left(name)).map(({ key }) => String(key))).toEqual([]);
    await Promise.all(both.map((parked) => parked.close()));
  });

  test('an event that a process parked once more, and ended before it took that back, goes with the first', async () => {
    const name = topic();
    const parked = kafkaParkedEvents({ brokers, topic: name });
    await parked.park('boards@1', [{ record: record('a', 1), error: 'no' }]);
    const [message] = await left(name);
    const producer = (await kafkaClient({ brokers })(() => {})).producer();
    await producer.connect();
    for (const id of ['second', 'third'])
      await producer.send({ topic: name, messages: [{ ...message, key: `event:${id}`, value: message?.value ?? null }] });
    await producer.disconnect();
    expect(await parked.list({ limit: 10 })).toHaveLength(1);
    await parked.remove([await firstOf(parked, 'boards@1')]);
    expect(await parked.parkedStreams('boards@1')).toEqual([]);
    expect(await left(name)).toEqual([]);
    await parked.close();
  });

  test('records of others in the topic are passed over', async () => {
    const name = topic();
    const parked = kafkaParkedEvents({ brokers, topic: name });
    await parked.park('boards@1', [{ record: record('a', 1), error: 'no' }]);
    const producer = (await kafkaClient({ brokers })(() => {})).producer();
    await producer.connect();
    const values = ['', 'text', '{}', '{"consumer":1}', Buffer.from([255, 0, 8, 1])];
    const keys = ['', 'event', 'event:', 'event:1', 'request:1', 'error:1', 'discard:1', 'later:1', Buffer.from([0xc3])];
    await producer.send({ topic: name, messages: keys.flatMap((key) => [...values, null].map((value) => ({ key, value }))) });
    await producer.disconnect();
    expect(await parked.parkedStreams('boards@1')).toEqual([{ stream: 'a', due: false }]);
    await parked.close();
  });
});

test('without a broker every call says so in time, and closing does not wait for one', async () => {
  const parked = kafkaParkedEvents({ brokers: ['127.0.0.1:1'], topic: newTopic() });
  let told = 0;
  parked.onRequest(() => told++);
  const calls = [
    parked.park('boards@1', [{ record: record('a', 1) }]),
    parked.parkedStreams('boards@1'),
    parked.list({ limit: 1 }),
    parked.replay('boards@1', 'a'),
    parked.discard('1'),
    parked.takeForReplay('boards@1', 'a', {}),
    parked.remove(['1']),
    parked.failed('1', 'no'),
    parked.forget('boards@1'),
  ];
  const outcomes = await Promise.allSettled(calls);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'engine/unavailable', engine: 'kafka' } });
  }
  await parked.close();
  expect(told).toBe(0);
});
