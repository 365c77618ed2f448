import { type Adapters, openAdapters } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { anyProjection } from '@waystory/infra/host/service.ts';
import { createLog } from '@waystory/infra/log.ts';
import { physicalName } from '@waystory/infra/projection-store/port.ts';
import { runProjection } from '@waystory/infra/read-models/builds/run-projection.ts';
import { rebuildIndex } from '@waystory/infra/read-models/indexes/index-build.ts';
import { runIndexer } from '@waystory/infra/read-models/indexes/indexer.ts';
import { verifyIndexes } from '@waystory/infra/read-models/indexes/verify-indexes.ts';
import type { AnyProjection } from '@waystory/infra/read-models/projection.ts';
import { indexesOf, type ProjectionIndex, type Searchable, searchableOf } from '@waystory/infra/read-models/searchable.ts';
import { stories } from '@waystory/services/itineraries/itinerary/stories.projection.ts';
import { until } from '../cluster/progress.ts';
import type { Tally } from '../tally.ts';
import { parkedCommand } from './parked-command.ts';
import type { Refusing } from './refusing-projection.ts';
import { poison, type Settings, tell } from './titles.ts';

const withinMs = 60_000;

/** The read model of stories with a fault: itineraries of one title are searched by a text where the engine was told to expect a number. */
function faultyProjection(refusing: Refusing): AnyProjection {
  const projection = anyProjection(stories);
  const { itineraries } = projection.collections;
  if (!itineraries) throw new Error('There are no itineraries');
  const searchable = searchableOf(itineraries);
  const searched: Searchable['searched'] = (doc, related) => {
    const sound = searchable.searched(doc, related);
    return sound && doc.title === refusing.title ? { ...sound, filters: { ...sound.filters, version: 'many' } } : sound;
  };
  const others = Object.entries(projection.collections).map(([key, { search: _, ...collection }]) => [key, collection]);
  return { ...projection, collections: { ...Object.fromEntries(others), itineraries: { ...itineraries, search: { ...searchable, searched } } } };
}

/** A document that Elasticsearch refuses: what is set aside, what goes on, and how it comes back, in the build in use and in one that is made anew. */
export async function poisonedIndex(settings: Settings, record: Tally['record']): Promise<void> {
  const log = createLog('silent');
  const engines = await openAdapters(readConfig({ ...settings }), log);
  const refusing: Refusing = { title: poison };
  const projection = faultyProjection(refusing);
  const [index] = indexesOf(projection);
  if (!index) throw new Error('Itineraries are not searched');
  const on = { ...engines, store: engines.projections, log };
  const running = runProjection({ projection, ...on });
  const indexer = runIndexer({ index, projected: running.ready, ...on });
  try {
    await indexer.ready;
    const bad = await park({ engines, index, settings }, record);
    const build = await rebuildIndex({ index, ...on });
    const consumer = physicalName(index.as.name, build);
    const [first = '', ...others] = await parkedCommand(settings, 'list', consumer);
    record(first.includes(bad) && others.length === 1, 'an index that is made anew is put to use, and has it parked too');
    refusing.title = null;
    await parkedCommand(settings, 'replay', consumer, `itinerary-${bad}`);
    const isEmpty = await until(async () => (await engines.parked.list({ consumer, limit: 1 })).length === 0, withinMs);
    const verified = isEmpty ? await verifyIndexes({ ...on, projections: [projection] }) : [];
    const wrong = verified.filter(({ equal }) => !equal).length;
    record(verified.length === 1 && wrong === 0, `mended and replayed: nothing is parked, ${wrong} indexes differ from the read model`);
  } finally {
    await indexer.stop();
    await running.stop();
    await engines.close();
  }
}

interface Standing {
  engines: Adapters;
  index: ProjectionIndex;
  settings: Settings;
}

/** Has some itineraries told, one of which is refused. Answers its id. */
async function park({ engines, index, settings }: Standing, record: Tally['record']): Promise<string> {
  const [bad, ...others] = await tell(engines, ['first', poison], 6);
  const head = await engines.events.head();
  const build = (await engines.projections.activeVersions())[index.as.name] ?? 0;
  const consumer = physicalName(index.as.name, build);
  const isThere = await until(async () => {
    const checkpoints = Object.values(await engines.projections.checkpoints(consumer));
    return checkpoints.length > 0 && checkpoints.every(({ watermark }) => watermark >= head);
  }, withinMs);
  const physical = physicalName(index.searchable.index, build);
  await engines.search.refresh(physical);
  const query = { q: 'harmless', fuzzy: false, minScore: 0, filter: null, limit: 100, offset: 0 };
  const ids = (await engines.search.search(physical, query)).hits.map(({ id }) => id);
  record(isThere && others.every((id) => ids.includes(id)), `its index and the ${others.length} others go on`);
  const [first = '', ...more] = await parkedCommand(settings, 'list', consumer);
  record(first.includes(bad) && first.includes('failed to parse field') && more.length === 1, 'the command lists it with the reason of the engine');
  return bad;
}
