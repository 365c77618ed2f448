import type { SearchEngine } from '../../search/port.ts';
import { postgresSearchEngine } from '../../search/postgres.ts';
import { runProjection } from '../builds/run-projection.ts';
import {
  type Adapters,
  boardProjection,
  log,
  type RefusedText,
  type Step,
  type TestEngines,
  testEngines,
  until,
} from '../projector/projector-fixture.ts';
import { indexesOf, type ProjectionIndex } from '../searchable.ts';
import { runIndexer } from './index-consumer.ts';
import { verifyIndexes } from './verify-indexes.ts';

export const indexName = 'search:boards';

export interface SearchableEngines extends TestEngines {
  search: SearchEngine;
}

/** Adapters on a temporary database, with a search engine. */
export async function searchableEngines(): Promise<SearchableEngines> {
  const engines = await testEngines();
  return { ...engines, search: postgresSearchEngine(engines.database.pool) };
}

export function boardIndex(refusing?: RefusedText, version?: number): ProjectionIndex {
  const [index] = indexesOf(boardProjection(refusing, version));
  if (!index) throw new Error('Boards are not searched');
  return index;
}

/** The projection of boards and its index, in one process. */
export function runBoards(engines: SearchableEngines, on: Adapters & { search: SearchEngine } = engines, version = 1, refusing?: RefusedText) {
  const projection = engines.running(runProjection({ ...on, projection: boardProjection(refusing, version), log }));
  const indexer = engines.running(runIndexer({ ...on, index: boardIndex(refusing, version), projected: projection.ready, log }));
  return { projection, indexer };
}

/** Waits until the build in use includes `position`. */
export const untilIndexed = ({ store }: Adapters, position: number) =>
  until(async () => {
    const build = (await store.activeVersions())[indexName];
    return ((await store.checkpoints(`${indexName}@${build}`))['0']?.watermark ?? 0) >= position;
  });

export const verifyBoards = (engines: SearchableEngines, version = 1) =>
  verifyIndexes({ ...engines, projections: [boardProjection(undefined, version)] });

/** Ids of the boards found in the build in use. */
export async function foundBoards({ store, search }: SearchableEngines, q: string): Promise<string[]> {
  const build = (await store.activeVersions())[indexName];
  const { hits } = await search.search(`boards@${build}`, { q, fuzzy: false, minScore: 0, filter: null, limit: 100, offset: 0 });
  return hits.map(({ id }) => id).sort();
}

export const open = (id: string, title: string): Step => ({ stream: `board-${id}`, type: 'BoardOpened', data: { boardId: id, title } });
export const rename = (id: string, title: string): Step => ({ stream: `board-${id}`, type: 'BoardRenamed', data: { boardId: id, title } });
export const close = (id: string): Step => ({ stream: `board-${id}`, type: 'BoardClosed', data: { boardId: id } });
