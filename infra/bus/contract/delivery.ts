import { expect, test } from 'vitest';
import { appendRounds, type BusUnderTest, consume, includesAll, newGroup, newStreams, waitUntil } from '../contract.ts';
import type { Bus } from '../port.ts';

/** Contract of delivery and progress (watermark, offsets, heads). */
export function describeDelivery(made: () => BusUnderTest, bus: () => Bus): void {
  test('delivers earlier and later events in stream order, each once while nothing fails', async () => {
    const { events } = made();
    const streams = newStreams(5);
    const start = await bus().heads();
    const before = await appendRounds(events, streams, 6);
    const consumer = consume(bus(), newGroup(), { ...start });
    await waitUntil(() => includesAll(consumer.ids(), before));
    const after = await appendRounds(events, streams, 6);
    await waitUntil(() => includesAll(consumer.ids(), after));
    expect(consumer.ids().toSorted()).toEqual([...before, ...after].toSorted());
    for (const stream of streams) {
      const versions = consumer.records.filter(({ event }) => event.stream === stream).map(({ event }) => event.version);
      expect(versions).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    }
  });

  test('keeps each stream in one partition with ordered offsets, and reports the end of each batch', async () => {
    const { events } = made();
    const start = await bus().heads();
    const consumer = consume(bus(), newGroup(), { ...start });
    const ids = await appendRounds(events, newStreams(8), 4);
    await waitUntil(() => includesAll(consumer.ids(), ids));
    const partitionOf = new Map<string, string>();
    for (const { partition, event } of consumer.records) {
      expect(partitionOf.get(event.stream) ?? partition).toBe(partition);
      partitionOf.set(event.stream, partition);
    }
    const last = new Map(Object.entries(start));
    for (const { partition, records, to } of consumer.batches) {
      for (const record of records) {
        expect(record.partition).toBe(partition);
        expect(record.offset).toBeGreaterThan(last.get(partition) ?? -1);
        last.set(partition, record.offset);
      }
      expect(to).toBeGreaterThanOrEqual(last.get(partition) ?? -1);
    }
  });

  test('delivers all events of the subscribed types and advances past the others', async () => {
    const { events } = made();
    const streams = newStreams(5);
    const consumer = consume(bus(), newGroup(), await bus().heads(), undefined, { types: new Set(['PlaceDeleted']) });
    const places: string[] = [];
    for (let round = 0; round < 3; round++) {
      await appendRounds(events, streams, 2);
      places.push(...(await appendRounds(events, streams, 1, 'PlaceDeleted')));
    }
    await appendRounds(events, streams, 2);
    const head = await events.head();
    await waitUntil(() => Object.values(consumer.checkpoint).every((offset) => offset >= head));
    const ours = consumer.records.filter(({ event }) => event.type === 'PlaceDeleted');
    expect(ours.map(({ event }) => event.id).toSorted()).toEqual(places.toSorted());
  });

  describeProgress(made, bus);
}

function describeProgress(made: () => BusUnderTest, bus: () => Bus): void {
  test('delivers no event at or below an earlier watermark', async () => {
    const { events } = made();
    const consumer = consume(bus(), newGroup(), await bus().heads());
    const ids = await appendRounds(events, newStreams(8), 4);
    const head = await events.head();
    const watermarks = () =>
      Object.keys(consumer.checkpoint).map((partition) => consumer.batches.findLast((batch) => batch.partition === partition)?.watermark ?? 0);
    await waitUntil(() => Math.min(...watermarks()) >= head);
    expect(includesAll(consumer.ids(), ids)).toBe(true);
  });

  test('begins delivery after the checkpoint of the consumer', async () => {
    const { events } = made();
    const streams = newStreams(3);
    const old = await appendRounds(events, streams, 3);
    const late = consume(bus(), newGroup(), await bus().heads());
    const ids = await appendRounds(events, streams, 3);
    await waitUntil(() => includesAll(late.ids(), ids));
    expect(late.ids().filter((id) => old.includes(id))).toEqual([]);
  });

  test('reports as heads the offsets of a consumer that has read everything', async () => {
    const { events } = made();
    const start = await bus().heads();
    const consumer = consume(bus(), newGroup(), { ...start });
    const ids = await appendRounds(events, newStreams(4), 5);
    await waitUntil(() => includesAll(consumer.ids(), ids));
    expect(await bus().heads()).not.toEqual(start);
    await waitUntil(async () => Object.entries(await bus().heads()).every(([partition, head]) => (consumer.checkpoint[partition] ?? -1) >= head));
  });

  test('names the partition of a stream', async () => {
    const streams = newStreams(8);
    const consumer = consume(bus(), newGroup(), await bus().heads());
    const ids = await appendRounds(made().events, streams, 1);
    await waitUntil(() => includesAll(consumer.ids(), ids));
    for (const { partition, event } of consumer.records) expect(await bus().partitionOf(event.stream)).toBe(partition);
    expect(Object.keys(await bus().heads())).toEqual(expect.arrayContaining(consumer.records.map(({ partition }) => partition)));
  });

  test('skips no event under concurrent writers', async () => {
    const { events } = made();
    const consumer = consume(bus(), newGroup(), await bus().heads());
    const written = await Promise.all(Array.from({ length: 8 }, () => appendRounds(events, newStreams(5), 10)));
    await waitUntil(() => includesAll(consumer.ids(), written.flat()));
    expect(consumer.records).toHaveLength(400);
  });
}
