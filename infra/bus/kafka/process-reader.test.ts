import { expect, test } from 'vitest';
import { appendRounds, consume, includesAll, newGroup, newStreams, type RecordingConsumer, waitUntil } from '../contract.ts';
import { describeKafka, type KafkaUnderTest, recordedEventAt } from './fixture.ts';
import { messageOf } from './record.ts';

describeKafka('Kafka process reader', (kafka) => {
  test('reads and decodes each event once for all consumers at the end of the log', () => readOnce(kafka()));
  test('delivers all events to a slow consumer, without delay for other consumers', () => keepsUp(kafka()));
  test('redelivers to a consumer that refused a batch, while others continue', () => refuses(kafka()));
});

const lastEvent = ({ records }: RecordingConsumer) => records.at(-1)?.event;

/** Appends until both consumers receive the identical object. */
async function shareReader(kafka: KafkaUnderTest, streams: readonly string[], one: RecordingConsumer, other: RecordingConsumer): Promise<void> {
  await waitUntil(async () => {
    const ids = await appendRounds(kafka.events, streams, 1);
    await waitUntil(() => includesAll(one.ids(), ids) && includesAll(other.ids(), ids));
    return lastEvent(one) === lastEvent(other);
  });
}

async function readOnce(kafka: KafkaUnderTest): Promise<void> {
  const { bus } = await kafka.open();
  bus.relay({ onError: () => {} });
  const start = await bus.heads();
  const consumers = Array.from({ length: 5 }, () => consume(bus, newGroup(), { ...start }));
  const streams = newStreams(1);
  await waitUntil(async () => {
    const ids = await appendRounds(kafka.events, streams, 1);
    await waitUntil(() => consumers.every((consumer) => includesAll(consumer.ids(), ids)));
    return new Set(consumers.map(lastEvent)).size === 1;
  });
}

async function keepsUp(kafka: KafkaUnderTest): Promise<void> {
  const { bus } = await kafka.open();
  const start = await bus.heads();
  const partition = 0;
  const send = (from: number, count: number) =>
    kafka.produce(Array.from({ length: count }, (_, index) => ({ ...messageOf(recordedEventAt(from + index), 1), partition })));
  const gate = Promise.withResolvers<void>();
  let slow = false;
  const behind = consume(bus, newGroup(), { ...start }, async () => {
    if (slow) await gate.promise;
  });
  const quick = consume(bus, newGroup(), { ...start });
  let position = 1;
  await waitUntil(async () => {
    await send(position++, 1);
    await waitUntil(() => behind.checkpoint[partition] === position - 1 && quick.checkpoint[partition] === position - 1);
    return lastEvent(behind) === lastEvent(quick);
  });
  slow = true;
  for (let round = 0; round < 5; round++, position += 1_000) await send(position, 1_000);
  await waitUntil(() => quick.checkpoint[partition] === position - 1);
  expect(behind.checkpoint[partition]).toBeLessThan(position - 5_000);
  gate.resolve();
  await waitUntil(() => behind.checkpoint[partition] === position - 1);
  const offsets = behind.records.map(({ offset }) => offset);
  expect(offsets).toEqual(Array.from({ length: position - 1 }, (_, index) => index + 1));
}

async function refuses(kafka: KafkaUnderTest): Promise<void> {
  const { bus } = await kafka.open();
  bus.relay({ onError: () => {} });
  const start = await bus.heads();
  let refusals = 0;
  const refusing = consume(bus, newGroup(), { ...start }, async () => {
    if (refusals-- > 0) throw new Error('refused');
  });
  const other = consume(bus, newGroup(), { ...start });
  const streams = newStreams(1);
  await shareReader(kafka, streams, refusing, other);
  refusals = 2;
  const ids = await appendRounds(kafka.events, streams, 4);
  await waitUntil(() => includesAll(other.ids(), ids) && includesAll(refusing.ids(), ids));
  expect(refusing.ids()).toEqual([...new Set(refusing.ids())]);
  await shareReader(kafka, streams, refusing, other);
}
