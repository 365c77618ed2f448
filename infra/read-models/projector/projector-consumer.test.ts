import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureCollections } from './projector-commit.ts';
import { createBuildConsumer, type Progress } from './projector-consumer.ts';
import { boardProjection, log, onePartition, recordedEvents, type Step, type TestEngines, testEngines } from './projector-fixture.ts';

let engines: TestEngines;
beforeEach(async () => {
  engines = await testEngines();
});
afterEach(() => engines.close());

test('Projector commits a batch of 600 events in parts of 250, and the position of the batch with the last part', async () => {
  const target = { projection: boardProjection(), build: 1001, store: engines.store };
  await ensureCollections(target);
  const applied: Progress[] = [];
  const consumer = createBuildConsumer({ ...target, deadLetters: engines.deadLetters, log, onApplied: (progress) => applied.push(progress) });
  await consumer.from('0');
  const steps = Array.from({ length: 600 }, (_, n): Step => {
    const boardId = `b${n % 300}`;
    return { stream: `board-${boardId}`, type: 'BoardOpened', data: { boardId, title: `title ${n}` } };
  });
  const records = onePartition(recordedEvents(steps));
  const to = (records.at(-1)?.offset ?? 0) + 7;
  await consumer.handle({ partition: '0', records, to, watermark: to });
  expect(applied.map(({ events, watermark }) => [events, watermark])).toEqual([
    [250, records[249]?.offset],
    [250, records[499]?.offset],
    [100, to],
  ]);
  expect(await engines.store.checkpoints('boards@1001')).toEqual({ '0': { offset: to, watermark: to } });
  const [first, last] = await engines.store.get('board@1001', ['b0', 'b299']);
  expect([first?.title, last?.title].toSorted()).toEqual(['title 300', 'title 599']);
  await consumer.close();
});
