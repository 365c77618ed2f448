import { expect, test } from 'vitest';
import { append, type BusUnderTest, consume, holds, newGroup, newStreams, until } from '../contract.ts';
import type { Bus, BusBatch } from '../port.ts';

/** Contract of consumers that refuse batches or crash. */
export function describeFailures(made: () => BusUnderTest, bus: () => Bus): void {
  test('reports a refused batch and delivers it again in order', async () => {
    let refusals = 3;
    const refuse = async (batch: BusBatch): Promise<void> => {
      if (batch.records.length > 0 && refusals-- > 0) throw new Error('refused');
    };
    const consumer = consume(bus(), newGroup(), await bus().heads(), refuse);
    const [stream = ''] = newStreams(1);
    const ids = await append(made().events, [stream], 5);
    await until(() => holds(consumer.ids(), ids));
    expect(consumer.ids()).toEqual(ids);
    expect(consumer.errors.map(String)).toEqual(['Error: refused', 'Error: refused', 'Error: refused']);
  });

  test('resumes after a refusal from the current checkpoint', async () => {
    const checkpoint = await bus().heads();
    const [stream = ''] = newStreams(1);
    const ids = await append(made().events, [stream], 5);
    let skipped: string[] = [];
    const consumer = consume(bus(), newGroup(), checkpoint, async ({ partition, records }) => {
      const [first] = records;
      if (!first || skipped.length > 0) return;
      skipped = [first.event.id];
      checkpoint[partition] = first.offset;
      throw new Error('refused after the first');
    });
    await until(() => holds([...skipped, ...consumer.ids()], ids));
    expect([...skipped, ...consumer.ids()]).toEqual(ids);
  });

  describeCrashes(made, bus);
}

function describeCrashes(made: () => BusUnderTest, bus: () => Bus): void {
  test('delivers events again when the consumer crashed before it stored its checkpoint', async () => {
    const group = newGroup();
    const start = await bus().heads();
    const done: string[] = [];
    const crashing = consume(bus(), group, { ...start }, async ({ records }) => {
      done.push(...records.map(({ event }) => event.id));
      throw new Error('crashed after its work');
    });
    const ids = await append(made().events, newStreams(2), 3);
    await until(() => holds(done, ids));
    await crashing.subscription.stop();
    const next = consume((await made().open()).bus, group, { ...start });
    await until(() => holds(next.ids(), ids));
  });

  test('delivers to other groups while one group refuses everything', async () => {
    const start = await bus().heads();
    const stuck = consume(bus(), newGroup(), { ...start }, async ({ records }) => {
      if (records.length > 0) throw new Error('refused');
    });
    const other = consume(bus(), newGroup(), { ...start });
    const ids = await append(made().events, newStreams(2), 3);
    await until(() => holds(other.ids(), ids));
    await until(() => stuck.errors.length > 1);
    expect(stuck.records).toEqual([]);
  });
}
