import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EngineUnavailable } from '../../errors.ts';
import type { Checkpoint } from '../../projection-store/port.ts';
import { projectionLag } from '../projection-lag.ts';
import { until, untilApplied, write } from '../projector/projector-fixture.ts';
import {
  boardIndex,
  close,
  foundBoards,
  indexName,
  open,
  rename,
  runBoards,
  type SearchableEngines,
  searchableEngines,
  untilIndexed,
  verifyBoards,
} from './indexer-fixture.ts';

let engines: SearchableEngines;
beforeEach(async () => {
  engines = await searchableEngines();
});
afterEach(() => engines.close());

const writeIndexed = async (...steps: Parameters<typeof write>[1]) => untilIndexed(engines, await write(engines.events, steps));

describe('indexer', () => {
  test('indexes old, new and changed documents, and drops deleted documents', async () => {
    await write(engines.events, [open('1', 'harbour'), open('2', 'castle')]);
    runBoards(engines);
    await untilIndexed(engines, await engines.events.head());
    expect(await foundBoards(engines, 'castle')).toEqual(['2']);
    await writeIndexed(open('3', 'castle'), rename('2', 'tower'), close('1'));
    expect(await foundBoards(engines, 'castle')).toEqual(['3']);
    expect(await foundBoards(engines, 'tower')).toEqual(['2']);
    expect(await foundBoards(engines, 'harbour')).toEqual([]);
    expect(await verifyBoards(engines)).toEqual([{ projection: indexName, collection: 'boards', documents: 2, equal: true }]);
  });

  test('continues at its checkpoint', async () => {
    const { projection, indexer } = runBoards(engines);
    await writeIndexed(open('1', 'harbour'));
    await Promise.all([projection.stop(), indexer.stop()]);
    await write(engines.events, [open('2', 'harbour'), close('1')]);
    runBoards(engines);
    await untilIndexed(engines, await engines.events.head());
    expect(await foundBoards(engines, 'harbour')).toEqual(['2']);
  });

  test('repeats a batch whose checkpoint was lost, with the same result', async () => {
    let failures = 0;
    const lose = (name: string, { watermark }: Checkpoint): void => {
      if (!name.startsWith(`${indexName}@`) || watermark === 0 || failures === 2) return;
      failures += 1;
      throw new Error('lost');
    };
    const store: SearchableEngines['store'] = {
      ...engines.store,
      saveCheckpoint: async (name, partition, checkpoint) => {
        lose(name, checkpoint);
        return engines.store.saveCheckpoint(name, partition, checkpoint);
      },
      skipTo: (name, partition, checkpoint, changed) => {
        lose(name, checkpoint);
        engines.store.skipTo(name, partition, checkpoint, changed);
      },
    };
    runBoards(engines, { ...engines, store });
    await writeIndexed(open('1', 'harbour'), rename('1', 'castle'));
    expect(failures).toBe(2);
    expect(await foundBoards(engines, 'castle')).toEqual(['1']);
    expect((await verifyBoards(engines))[0]).toMatchObject({ documents: 1, equal: true });
  });

  test('catches up after an outage of the engine, while the projection continues', async () => {
    let away = false;
    const search: SearchableEngines['search'] = {
      ...engines.search,
      write: async (index, docs) => {
        if (away) throw new EngineUnavailable('search', new Error('away'));
        return engines.search.write(index, docs);
      },
    };
    const { indexer } = runBoards(engines, { ...engines, search });
    await indexer.ready;
    away = true;
    const position = await write(engines.events, [open('1', 'harbour')]);
    await untilApplied(engines.store, 'boards', position);
    const lag = (await projectionLag({ ...engines, projections: engines.store }, ['boards', indexName], Date.now())).map(
      ({ projection, events }) => ({ projection, events }),
    );
    expect(lag).toEqual([
      { projection: 'boards', events: 0 },
      { projection: indexName, events: 1 },
    ]);
    away = false;
    await untilIndexed(engines, position);
    expect(await foundBoards(engines, 'harbour')).toEqual(['1']);
  });

  test('refills an engine that has lost its index while the indexer was stopped', async () => {
    const { projection, indexer } = runBoards(engines);
    await writeIndexed(open('1', 'harbour'));
    await Promise.all([projection.stop(), indexer.stop()]);
    for (const [index, build] of Object.entries(await engines.search.activeBuilds())) await engines.search.drop(`${index}@${build}`);
    await runBoards(engines).indexer.ready;
    expect(await foundBoards(engines, 'harbour')).toEqual(['1']);
    expect((await verifyBoards(engines))[0]).toMatchObject({ equal: true });
  });

  test('refills an engine that loses its index at run time', async () => {
    runBoards(engines);
    await writeIndexed(open('1', 'harbour'));
    await engines.search.drop('boards@1001001');
    await write(engines.events, [open('2', 'harbour')]);
    await until(async () => (await engines.search.activeBuilds()).boards === 1_001_002);
    await untilIndexed(engines, await engines.events.head());
    expect(await foundBoards(engines, 'harbour')).toEqual(['1', '2']);
  });

  test('indexes parked events after their replay', async () => {
    const refusing: { text: string | null } = { text: 'poison' };
    const index = boardIndex(refusing);
    runBoards(engines, engines, 1, refusing);
    const stream = 'board-1';
    await writeIndexed({ stream, type: 'NotePinned', data: { noteId: 'n', boardId: '1', text: 'poison' } }, { ...open('1', 'harbour'), stream });
    expect(await foundBoards(engines, 'harbour')).toEqual([]);
    refusing.text = null;
    await engines.deadLetters.replay('boards@1001', stream);
    await until(async () => (await foundBoards(engines, 'harbour')).length === 1);
    expect((await verifyBoards(engines))[0]).toMatchObject({ documents: 1, equal: true });
    expect((await engines.search.activeBuilds())[index.searchable.index]).toBe(1_001_002);
  });

  test('is checked by verify, which reports a wrong text, an extra document and a missing document', async () => {
    runBoards(engines);
    await writeIndexed(open('1', 'harbour'), open('2', 'castle'));
    const [index] = Object.entries(await engines.search.activeBuilds()).map(([name, build]) => `${name}@${build}`);
    const tamper = (id: string, title: string | null) =>
      engines.search.write(index ?? '', [
        { id, version: 1_000, texts: title === null ? null : { title }, filters: title === null ? null : { title } },
      ]);
    await tamper('1', 'other');
    expect((await verifyBoards(engines))[0]?.firstDifference).toMatchObject({
      id: '1',
      stored: '{"filters":{"title":"other"},"texts":{"title":"other"}}',
    });
    await tamper('1', 'harbour');
    expect((await verifyBoards(engines))[0]).toMatchObject({ equal: true });
    await tamper('3', 'too many');
    expect((await verifyBoards(engines))[0]?.firstDifference).toMatchObject({ id: '3', expected: null });
    await tamper('2', null);
    expect((await verifyBoards(engines))[0]?.firstDifference).toMatchObject({ id: '2', stored: null });
  });
});
