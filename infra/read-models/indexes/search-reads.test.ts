import { eq } from '@waystory/proto/kit/filter.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EngineUnavailable } from '../../errors.ts';
import { anonymousPrincipal } from '../../identity/principal.ts';
import type { SearchEngine } from '../../search/port.ts';
import { boardProjection, log, untilApplied, write } from '../projector/projector-fixture.ts';
import { createReadSide, type ReadSide } from '../reads/read-side.ts';
import { open, rename, runBoards, type SearchableEngines, searchableEngines, untilIndexed } from './indexer-fixture.ts';

const projection = boardProjection();
const { boards } = projection.collections;
const query = { q: 'castle', page: 1, limit: 3, minScore: 0, fuzzyMatch: false };

let engines: SearchableEngines;
let sides: ReadSide[];
beforeEach(async () => {
  engines = await searchableEngines();
  sides = [];
});
afterEach(async () => {
  for (const side of sides) side.close();
  await engines.close();
});

async function readSide(search: SearchEngine = engines.search): Promise<ReadSide> {
  const side = await createReadSide(engines.store, [projection], log, { engine: search });
  sides.push(side);
  return side;
}
async function search(side: ReadSide, after: number, more: Partial<typeof query> = {}) {
  if (!boards) throw new Error('there are no boards');
  const { hits, total } = await side.forRequest(anonymousPrincipal, after).search(boards, { ...query, ...more }, { where: eq('title', 'castle') });
  return { ids: hits.map(({ doc }) => doc.id), total };
}
const castles = (count: number) => Array.from({ length: count }, (_, n) => open(String(n), 'castle'));

describe('search reads', () => {
  test('wait for the requested position and refresh the engine once per position', async () => {
    const refreshed: string[] = [];
    await runBoards(engines).indexer.ready;
    const side = await readSide({ ...engines.search, refresh: async (index) => void refreshed.push(index) });
    const position = await write(engines.events, castles(2));
    expect(await search(side, position)).toEqual({ ids: ['0', '1'], total: 2 });
    expect(refreshed).toEqual(['boards@1001001']);
    expect((await search(side, position)).total).toBe(2);
    expect((await search(side, 0)).total).toBe(2);
    expect(refreshed).toHaveLength(1);
    expect((await search(side, await write(engines.events, [rename('0', 'ruin')]))).total).toBe(1);
    expect(refreshed).toHaveLength(2);
  });

  test('replace outdated hits by further hits', async () => {
    const { indexer } = runBoards(engines);
    await untilIndexed(engines, await write(engines.events, castles(6)));
    await indexer.stop();
    await untilApplied(engines.store, 'boards', await write(engines.events, [rename('0', 'ruin'), rename('2', 'ruin')]));
    const side = await readSide();
    expect(await search(side, 0)).toEqual({ ids: ['1', '3', '4'], total: 4 });
    expect(await search(side, 0, { limit: 10 })).toEqual({ ids: ['1', '3', '4', '5'], total: 4 });
  });

  test('throw EngineUnavailable for an unavailable engine, while other reads succeed', async () => {
    runBoards(engines);
    const position = await write(engines.events, castles(1));
    await untilIndexed(engines, position);
    const away = async () => {
      throw new EngineUnavailable('search', new Error('away'));
    };
    const side = await readSide({ ...engines.search, search: away, activeBuilds: away });
    await expect(search(side, 0)).rejects.toThrow(EngineUnavailable);
    if (boards) expect(await side.forRequest(anonymousPrincipal, position).byIds(boards, ['0'])).toHaveLength(1);
  });

  test('reject with read/behind when the engine has lost the index', async () => {
    const { indexer } = runBoards(engines);
    await untilIndexed(engines, await write(engines.events, castles(1)));
    await indexer.stop();
    await engines.search.drop('boards@1001001');
    await expect(search(await readSide(), 0)).rejects.toMatchObject({ code: 'read/behind' });
  });

  test('reject with read/behind when the index does not reach the position in time', async () => {
    const { indexer } = runBoards(engines);
    await untilIndexed(engines, await write(engines.events, castles(1)));
    await indexer.stop();
    const position = await write(engines.events, [rename('0', 'ruin')]);
    await expect(search(await readSide(), position)).rejects.toMatchObject({ code: 'read/behind', data: { projection: 'search:boards' } });
  });
});
