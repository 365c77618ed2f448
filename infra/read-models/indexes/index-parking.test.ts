import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeadLetter } from '../../dead-letters/port.ts';
import type { SearchEngine } from '../../search/port.ts';
import { boardProjection, log, until, write } from '../projector/projector-fixture.ts';
import type { ProjectionIndex } from '../searchable.ts';
import { rebuildIndex } from './index-build.ts';
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

/** Text of the documents that the engine refuses; null for none. */
interface Refusing {
  text: string | null;
}

/** A faulty engine that refuses documents with one text. */
const refusingEngine = (search: SearchEngine, refusing: Refusing): SearchEngine => ({
  ...search,
  write: async (index, docs) => {
    const isRefused = (texts: object | null): boolean => texts !== null && Object.values(texts).includes(refusing.text);
    const refusals = await search.write(
      index,
      docs.filter(({ texts }) => !isRefused(texts)),
    );
    return [...refusals, ...docs.flatMap(({ id, texts }) => (isRefused(texts) ? [{ id, reason: 'cannot parse it' }] : []))];
  },
});

const consumer = `${indexName}@1001001`;
let engines: SearchableEngines;
let refusing: Refusing;
beforeEach(async () => {
  refusing = { text: 'poison' };
  const made = await searchableEngines();
  engines = { ...made, search: refusingEngine(made.search, refusing) };
});
afterEach(() => engines.close());

const writeIndexed = async (...steps: Parameters<typeof write>[1]) => untilIndexed(engines, await write(engines.events, steps));
const parked = (): Promise<DeadLetter[]> => engines.deadLetters.list({ limit: 100 });
const nothingIsParked = () => until(async () => (await parked()).length === 0);

describe('document refused by the search engine', () => {
  test('is parked with event and reason, and blocks no other event, even of its stream', async () => {
    runBoards(engines);
    await writeIndexed(open('1', 'harbour'), open('2', 'castle'));
    await writeIndexed(rename('1', 'poison'), rename('2', 'tower'), open('3', 'garden'));
    expect(await parked()).toMatchObject([
      {
        consumer,
        record: { event: { stream: 'board-1', type: 'BoardRenamed' } },
        error: expect.stringContaining('1 was refused by the search engine: cannot parse it'),
      },
    ]);
    expect([await foundBoards(engines, 'tower'), await foundBoards(engines, 'garden')]).toEqual([['2'], ['3']]);
    expect(await foundBoards(engines, 'harbour')).toEqual(['1']);
    await writeIndexed(close('1'));
    expect(await foundBoards(engines, 'harbour')).toEqual([]);
    expect((await verifyBoards(engines))[0]).toMatchObject({ equal: true });
  });

  test('is indexed in its current state by a replay, and stays parked while refused', async () => {
    const { indexer, projection } = runBoards(engines);
    await writeIndexed(open('1', 'poison'));
    await engines.deadLetters.replay(consumer, 'board-1');
    await until(async () => (await engines.deadLetters.blockedStreams(consumer)).every(({ due }) => !due));
    expect(await parked()).toHaveLength(1);
    // Another process continues after the stop of the first.
    await Promise.all([indexer.stop(), projection.stop()]);
    runBoards(engines);
    refusing.text = null;
    await engines.deadLetters.replay(consumer, 'board-1');
    await nothingIsParked();
    expect(await foundBoards(engines, 'poison')).toEqual(['1']);
    expect((await verifyBoards(engines))[0]).toMatchObject({ equal: true });
  });

  test('needs no replay when a later event corrects it', async () => {
    runBoards(engines);
    await writeIndexed(open('1', 'poison'));
    expect(await parked()).toHaveLength(1);
    await writeIndexed(rename('1', 'harbour'));
    expect(await foundBoards(engines, 'harbour')).toEqual(['1']);
    await nothingIsParked();
  });

  test('is no longer retried when its event is discarded', async () => {
    runBoards(engines);
    await writeIndexed(open('1', 'poison'), open('2', 'harbour'));
    const [event] = await parked();
    expect(await engines.deadLetters.discard(event?.id ?? '')).toBe(true);
    await until(async () => (await engines.deadLetters.blockedStreams(consumer)).length === 0);
    expect((await verifyBoards(engines))[0]?.firstDifference).toMatchObject({ id: '1', stored: null });
  });

  test('does not block an index rebuild, which parks it again', async () => {
    runBoards(engines);
    await writeIndexed(open('1', 'harbour'), open('2', 'castle'));
    await writeIndexed(rename('1', 'poison'));
    expect(await rebuildIndex({ ...engines, index: boardIndex(), log })).toBe(1_001_002);
    const next = `${indexName}@1001002`;
    expect(await engines.deadLetters.list({ consumer: next, limit: 9 })).toMatchObject([
      { record: { event: { stream: 'board-1', type: 'BoardRenamed' } } },
    ]);
    expect([await foundBoards(engines, 'harbour'), await foundBoards(engines, 'castle')]).toEqual([[], ['2']]);
    refusing.text = null;
    await engines.deadLetters.replay(next, 'board-1');
    await until(async () => (await foundBoards(engines, 'poison')).length === 1);
    // The document is searchable a moment before its dead letter is removed.
    await until(async () => (await engines.deadLetters.list({ consumer: next, limit: 9 })).length === 0);
  });

  test('is parked with its own event when its stream contains many documents', async () => {
    runBoards(engines);
    const pin = (noteId: string, text: string) => ({ stream: 'board-1', type: 'NotePinned', data: { noteId, boardId: '1', text } });
    await writeIndexed(open('1', 'harbour'), pin('1.a', 'first'), pin('1.b', 'poison'), pin('1.c', 'last'), rename('1', 'castle'));
    const build = await rebuildIndex({ ...engines, index: noteIndex(), log });
    const list = await engines.deadLetters.list({ consumer: `search:notes@${build}`, limit: 9 });
    expect(list).toMatchObject([
      { record: { event: { stream: 'board-1', data: { noteId: '1.b' } } }, error: expect.stringContaining('1.b was refused') },
    ]);
    const ids: string[] = [];
    for await (const { id } of engines.search.scan(`notes@${build}`)) ids.push(id);
    expect(ids).toEqual(['1.a', '1.c']);
  });
});

/** Search index of notes. The events of a note are in the stream of its board. The id of a note begins with the id of its board. */
function noteIndex(): ProjectionIndex {
  return {
    as: { name: 'search:notes', version: 1_001, collections: {} },
    projection: boardProjection(),
    collection: 'notes',
    searchable: {
      index: 'notes',
      version: 1,
      texts: { text: 'prose' },
      filters: {},
      category: 'board',
      members: {
        idOf: ({ noteId }) => (typeof noteId === 'string' ? noteId : undefined),
        holder: ({ id }) => String(id).split('.')[0] ?? '',
        all: ['BoardClosed'],
      },
      searched: ({ text }) => ({ texts: { text: String(text) }, filters: {} }),
    },
  };
}
