import { UnknownWireEvent } from '@waystory/proto/events/wire.ts';
import { describe, expect, test } from 'vitest';
import { UnfitEngine } from '../../errors.ts';
import { appendRounds, consume, includesAll, newGroup, newStreams, waitUntil } from '../contract.ts';
import { loadKafkajs } from './client.ts';
import { describeKafka, type KafkaUnderTest, recordedEventAt } from './fixture.ts';
import { heartbeatOf, messageOf } from './record.ts';

describeKafka('Kafka bus under faults', (kafka) => {
  describe('records on Kafka', () => describeRecords(kafka));
  describe('topics on Kafka', () => describeTopics(kafka));
  test('delivers all events, also those appended during an outage of Kafka', () => goesOn(kafka()));
});

const sentBy = (positions: number[]) => positions.map((position) => messageOf(recordedEventAt(position), 1));

function describeRecords(kafka: () => KafkaUnderTest): void {
  test('sent twice or late by relays are delivered once', async () => {
    const { bus } = await kafka().open();
    await bus.heads();
    await kafka().produce(sentBy([1, 2, 5]));
    await kafka().produce([...sentBy([2, 5, 7]), heartbeatOf(9, 0)]);
    await kafka().produce([...sentBy([1, 2, 5]), heartbeatOf(6, 0), ...sentBy([10])]);
    const consumer = consume(bus, newGroup(), { 1: 0, 2: 0, 3: 0 });
    await waitUntil(() => consumer.checkpoint[0] === 10);
    expect(consumer.records.map(({ offset }) => offset)).toEqual([1, 2, 5, 7, 10]);
  });

  test('of one stream are all delivered even when together they exceed the batch limit', async () => {
    const { bus } = await kafka().open();
    bus.relay({ onError: () => {} });
    const consumer = consume(bus, newGroup(), await bus.heads());
    const [stream = ''] = newStreams(1);
    const large = (name: string) => ({ ...recordedEventAt(0), type: 'CountryCreated', data: { name, countryId: newStreams(1)[0], code: 'FR' } });
    const written = [1_500_000, 10, 1_500_000, 1_500_000, 10].map((length) => large('x'.repeat(length)));
    await kafka().events.append(stream, 0, written);
    const ids = written.map(({ id }) => id);
    await waitUntil(() => includesAll(consumer.ids(), ids));
    expect(consumer.ids()).toEqual(ids);
  });

  test('of a newer release stop the consumer before them and are reported', async () => {
    const { bus } = await kafka().open();
    await bus.heads();
    const [before, newer, after] = sentBy([1, 2, 3]);
    if (!before || !newer || !after) throw new Error('nothing to send');
    newer.value.write('CountryReborn!', newer.value.indexOf('CountryDeleted'));
    await kafka().produce([before, newer, after]);
    const consumer = consume(bus, newGroup(), {});
    await waitUntil(() => consumer.errors.length > 1);
    expect(consumer.errors.filter((error) => !(error instanceof UnknownWireEvent))).toEqual([]);
    expect(consumer.records.map(({ offset }) => offset)).toEqual([1]);
  });

  test('have event type, schema and trace id in headers', () => {
    const event = recordedEventAt(12);
    const message = messageOf(event, 4);
    expect(message).toMatchObject({ key: event.stream, headers: { type: 'CountryDeleted', schema: '1', 'trace-id': event.meta.traceId } });
  });
}

function describeTopics(kafka: () => KafkaUnderTest): void {
  test('are read again from an earlier checkpoint, even without new events, and the offset after the last record is committed', async () => {
    const { bus } = await kafka().open();
    await bus.heads();
    await kafka().produce(sentBy([1, 2, 5]));
    const group = newGroup();
    for (const after of [-1, -1, 2, 1]) {
      const consumer = consume(bus, group, { 0: after });
      await waitUntil(() => consumer.checkpoint[0] === 5);
      expect(consumer.records.map(({ offset }) => offset)).toEqual([1, 2, 5].filter((position) => position > after));
      await consumer.subscription.stop();
      const [committed] = await kafka().administer((admin) => admin.fetchOffsets({ groupId: `${kafka().topic}.${group}`, topics: [kafka().topic] }));
      expect(committed?.partitions.find(({ partition }) => partition === 0)?.offset).toBe('3');
    }
  });

  test('are refused when their retention would lose events', async () => {
    const topics = [{ topic: kafka().topic, numPartitions: 2, replicationFactor: 1 }];
    await kafka().administer((admin) => admin.createTopics({ topics, waitForLeaders: true }));
    const { bus } = await kafka().open();
    await expect(bus.heads()).rejects.toThrow('it must be -1');
  });

  const keeping = { 'retention.ms': '-1', 'retention.bytes': '-1' };
  test.each([
    ['compression.type', 'zstd', 'it must be producer'],
    ['compression.type', 'lz4', 'it must be producer'],
    ['compression.type', 'snappy', 'it must be producer'],
    ['cleanup.policy', 'compact', 'it must be delete'],
    ['max.message.bytes', '20000', 'it must be 1048588 or more'],
    ['min.insync.replicas', '2', 'it must be 1 or less'],
  ])('with %s=%s are refused with the setting and the remedy', async (name, value, must) => {
    const configEntries = Object.entries({ ...keeping, [name]: value }).map(([key, given]) => ({ name: key, value: given }));
    const topics = [{ topic: kafka().topic, numPartitions: 1, replicationFactor: 1, configEntries }];
    await kafka().administer((admin) => admin.createTopics({ topics, waitForLeaders: true }));
    const { bus } = await kafka().open();
    const refused = await bus.heads().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnfitEngine);
    expect(String(refused)).toContain(`has ${name}=${value}; ${must}`);
  });

  test('switched to zstd during reads are reported to consumers with the setting', async () => {
    const { bus } = await kafka().open();
    await bus.heads();
    const { ConfigResourceTypes } = await loadKafkajs();
    const configEntries = Object.entries({ ...keeping, 'compression.type': 'zstd' }).map(([key, value]) => ({ name: key, value }));
    const resources = [{ type: ConfigResourceTypes.TOPIC, name: kafka().topic, configEntries }];
    await kafka().administer((admin) => admin.alterConfigs({ validateOnly: false, resources }));
    await kafka().produce(sentBy([1, 2, 5]));
    const { errors } = consume(bus, newGroup(), {});
    await waitUntil(() => errors.length > 0);
    expect(errors[0]).toBeInstanceOf(UnfitEngine);
    expect(String(errors[0])).toContain('compression.type=producer');
  });

  test('of another log make the relay report an error', async () => {
    const { bus } = await kafka().open();
    await bus.heads();
    await kafka().produce(sentBy([1, 2, 5]));
    const errors: unknown[] = [];
    const relay = bus.relay({ onError: (error) => errors.push(error) });
    await waitUntil(() => errors.length > 1);
    expect(String(errors[0])).toContain('is of another log');
    await relay.stop();
  });
}

async function goesOn(kafka: KafkaUnderTest): Promise<void> {
  const { bus, setAway } = await kafka.open();
  const errors: unknown[] = [];
  bus.relay({ onError: (error) => errors.push(error) });
  const consumer = consume(bus, newGroup(), await bus.heads());
  const streams = newStreams(6);
  const early = await appendRounds(kafka.events, streams, 3);
  await waitUntil(() => includesAll(consumer.ids(), early));
  setAway(true);
  const meanwhile = await appendRounds(kafka.events, streams, 3);
  await waitUntil(() => errors.length > 2 && consumer.errors.length > 2);
  expect(includesAll(consumer.ids(), meanwhile)).toBe(false);
  setAway(false);
  await waitUntil(() => includesAll(consumer.ids(), meanwhile));
  const late = await appendRounds(kafka.events, streams, 3);
  await waitUntil(() => includesAll(consumer.ids(), late));
  expect(consumer.ids().toSorted()).toEqual([...early, ...meanwhile, ...late].toSorted());
}
