import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BusBatch } from '../../bus/port.ts';
import type { SearchEngine } from '../../search/port.ts';
import { log, type Step, untilApplied, write } from '../projector/projector-fixture.ts';
import { indexSpecOf } from '../searchable.ts';
import { createIndexConsumer } from './index-consumer.ts';
import { boardIndex, close, indexName, open, rename, runBoards, type SearchableEngines, searchableEngines, verifyBoards } from './indexer-fixture.ts';

let engines: SearchableEngines;
beforeAll(async () => {
  engines = await searchableEngines();
  await runBoards(engines).indexer.ready;
});
afterAll(() => engines.close());

const id = fc.constantFrom('1', '2', '3');
const word = fc.constantFrom('harbour', 'castle', 'tower', 'garden');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(id, word).map(([board, title]) => open(board, title)),
  fc.tuple(id, word).map(([board, title]) => rename(board, title)),
  id.map(close),
  id.map((boardId) => ({ stream: `vote-${boardId}`, type: 'VoteCast', data: { boardId, weight: 1 } })),
);
/** Steps with faults: `twice` also delivers the batch to a consumer that has lost its lease, `again` redelivers an earlier batch. */
const turn = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  twice: fc.boolean(),
  again: fc.option(fc.nat({ max: 5 })),
});

/** Writes are held back until released, as if a process was suspended between reading and writing. */
function suspended(search: SearchEngine): SearchEngine & { resume(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { ...search, write: async (index, docs) => promise.then(() => search.write(index, docs)), resume: resolve };
}

async function batchAfter(position: number): Promise<BusBatch> {
  const events = await engines.events.readAll(position, 1_000);
  const to = events.at(-1)?.position ?? position;
  return { partition: '0', records: events.map((event) => ({ partition: '0', offset: event.position, event })), to, watermark: to };
}

test('Index matches its documents after redelivered batches and delayed writes', async () => {
  const index = boardIndex();
  // Build numbers outside the range of the indexer.
  let build = 5_000_000;
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 2, maxLength: 6 }), async (turns) => {
      build += 1;
      await engines.search.ensure(indexSpecOf(index.searchable, build));
      const late = suspended(engines.search);
      const consumer = createIndexConsumer({ ...engines, index, log }, build);
      const former = createIndexConsumer({ ...engines, index, log, search: late }, build);
      // The log also contains boards of earlier runs.
      const batches = [await batchAfter(0)];
      for (const batch of batches) if (batch.records.length > 0) await consumer.handle(batch);
      const stale: Promise<void>[] = [];
      for (const { steps, twice, again } of turns) {
        const before = await engines.events.head();
        await untilApplied(engines.store, 'boards', await write(engines.events, steps));
        const batch = await batchAfter(before);
        batches.push(batch);
        if (twice) stale.push(former.handle(batch));
        await consumer.handle(batch);
        if (again !== null) await consumer.handle(batches[again % batches.length] ?? batch);
      }
      late.resume();
      await Promise.all(stale);
      const head = await engines.events.head();
      await engines.store.saveCheckpoint(`${indexName}@${build}`, '0', { offset: head, watermark: head });
      await engines.store.activate(indexName, build);
      expect((await verifyBoards(engines))[0]).toMatchObject({ equal: true });
      await Promise.all([consumer.close(), former.close()]);
    }),
    { numRuns: 20, endOnFailure: true },
  );
}, 60_000);
