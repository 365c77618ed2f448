import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectionLag } from './projection-lag.ts';
import { boardProjection, newEvent, type TestEngines, testEngines } from './projector/projector-fixture.ts';

let engines: TestEngines;
beforeEach(async () => {
  engines = await testEngines();
});
afterEach(() => engines.close());

const now = Date.parse('2026-03-01T00:00:10.000Z');
const measure = () => projectionLag({ ...engines, projections: engines.store }, [boardProjection().name], now);

/** Appends an event of the given age. @returns Its position. */
async function write(stream: string, secondsAgo: number): Promise<number> {
  const event = newEvent({ stream, type: 'BoardClosed', data: { boardId: stream } });
  const at = new Date(now - secondsAgo * 1_000).toISOString();
  return (await engines.events.append(stream, 'any', [{ ...event, at }])).position;
}

test('Projection without a build has no lag', async () => {
  await write('board-1', 5);
  expect(await measure()).toEqual([]);
});

test('Projection lag has the number of unapplied events and the age of the oldest in seconds', async () => {
  const { name } = boardProjection();
  await engines.store.activate(name, 1);
  const first = await write('board-1', 9);
  await write('board-2', 6);
  await write('board-1', 4);
  await engines.store.saveCheckpoint(`${name}@1`, '0', { offset: first, watermark: first });
  expect(await measure()).toEqual([{ projection: name, partition: '0', position: first, events: 2, seconds: 6 }]);
  const head = await engines.events.head();
  await engines.store.saveCheckpoint(`${name}@1`, '0', { offset: head, watermark: head });
  expect(await measure()).toEqual([{ projection: name, partition: '0', position: head, events: 0, seconds: 0 }]);
});
