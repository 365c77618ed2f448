import { randomUUID } from 'node:crypto';
import { type Adapters, openAdapters } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import { anyProjection } from '@waystory/infra/host/service.ts';
import { createLog } from '@waystory/infra/log.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { physicalName } from '@waystory/infra/projection-store/port.ts';
import { runProjection } from '@waystory/infra/read-models/builds/run-projection.ts';
import { rebuildIndex } from '@waystory/infra/read-models/indexes/index-build.ts';
import { runIndexer } from '@waystory/infra/read-models/indexes/index-consumer.ts';
import { verifyIndexes } from '@waystory/infra/read-models/indexes/verify-indexes.ts';
import type { AnyProjection } from '@waystory/infra/read-models/projection.ts';
import { indexesOf, type Searchable, searchableOf } from '@waystory/infra/read-models/searchable.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import { stories } from '@waystory/services/itineraries/itinerary/stories.projection.ts';
import { path } from '../../harness/product.ts';
import { scratchPostgres } from '../../harness/scratch-postgres.ts';
import { runCommand } from '../environment/commands.ts';
import { scratchFolder } from '../environment/environment.ts';
import { hasPassed, until } from '../environment/progress.ts';
import { type DrillRun, named, type Tally } from '../tally.ts';

const withinMs = 60_000;
/** Title that the read model or the index refuses. */
const poison = 'poison';
const accountId = randomUUID();
const projection = anyProjection(stories);

/** The fault of a read model; null after its repair. */
interface Fault {
  title: string | null;
}

interface Scene {
  engines: Adapters;
  settings: Readonly<Record<string, string>>;
  fault: Fault;
  tally: Tally;
}

/** A fault of a read model and its dead letters: in Postgres, in Kafka, and in the index of Elasticsearch. */
const cases = [
  { name: 'parked in Postgres', engine: null, settings: {}, drill: faultyHandler },
  { name: 'parked in Kafka', engine: 'kafka', settings: {}, drill: faultyHandler },
  { name: 'refused by Elasticsearch', engine: 'elasticsearch', settings: { SEARCH: 'elasticsearch' }, drill: faultyIndex },
] as const;

/** Poison events: checks which events become dead letters, which continue, and how parked events are retried. */
export async function poisonDrill({ runs, tally }: DrillRun): Promise<void> {
  await using held = new AsyncDisposableStack();
  const postgres = await scratchPostgres();
  held.defer(postgres.close);
  const folder = scratchFolder('poison', held);
  for (const { name, engine, settings: more, drill } of cases)
    for (let run = 1; run <= runs; run++) {
      await using server = new AsyncDisposableStack();
      // A topic belongs to one log, so every run starts its own server.
      const started = engine && (await startEngine(engine, { inMemory: engine === 'elasticsearch' }));
      if (started) server.defer(() => started.close());
      const database = await postgres.createDatabase(`poison_${engine ?? 'postgres'}_${run}`);
      const settings = { PATH: path, DATA_DIR: folder, DATABASE_URL: databaseUrl(database), ...started?.settings, ...more };
      const engines = await openAdapters(readConfig({ ...settings }), createLog('silent'));
      await drill({ engines, settings, fault: { title: poison }, tally: named(tally, name) }).finally(() => engines.close());
    }
}

async function parkedCommand({ settings }: Scene, ...args: string[]): Promise<string[]> {
  const { failed, lines } = await runCommand('events', settings, ['parked', ...args]);
  if (failed) throw new Error(`The command failed: ${lines.join('\n')}`);
  return lines;
}

const isEmpty = ({ engines }: Scene, consumer: string): Promise<boolean> =>
  until(async () => (await engines.deadLetters.list({ consumer, limit: 1 })).length === 0, withinMs);

const hasApplied = async ({ engines: { events, projections } }: Scene, consumer: string): Promise<boolean> => {
  const head = await events.head();
  return until(() => hasPassed(projections, consumer, head), withinMs);
};

/**
 * Writes itineraries whose titles cycle; only the first gets the poison title.
 * @returns their ids
 */
async function tell({ engines: { events } }: Scene, titles: readonly string[], count: number): Promise<[bad: string, ...others: string[]]> {
  const ids: [string, ...string[]] = [randomUUID()];
  while (ids.length < count) ids.push(randomUUID());
  for (const [index, title] of titles.entries())
    for (const id of ids) {
      const given = title === poison && id !== ids[0] ? 'harmless' : title;
      const created = { type: 'ItineraryCreated', data: { title: given, accountId, visibility: 'PUBLIC' } };
      const rewritten = { type: 'ItineraryRewritten', data: { changes: { title: given } } };
      const meta = { actorId: accountId, commandId: randomUUID() };
      const event = { id: randomUUID(), schema: 1, at: new Date().toISOString(), meta, ...(index === 0 ? created : rewritten) };
      await events.append(`itinerary-${id}`, index, [event]);
    }
  return ids;
}

/** A handler that fails at one title after it changed documents. */
async function faultyHandler(scene: Scene): Promise<void> {
  const { engines, fault, tally } = scene;
  await using held = new AsyncDisposableStack();
  const relay = engines.bus.relay({ onError: () => {} });
  held.defer(() => relay.stop());
  const rewrite = projection.on.ItineraryRewritten;
  if (!rewrite) throw new Error(`${projection.name} has no handler for the refused event`);
  const ItineraryRewritten: typeof rewrite = (event, docs) => {
    rewrite(event, docs);
    if (Object(event.data.changes).title === fault.title) throw new Error(`cannot take ${fault.title}`);
  };
  const faulty = { ...projection, on: { ...projection.on, ItineraryRewritten } };
  const running = runProjection({ projection: faulty, ...engines, store: engines.projections, log: createLog('silent') });
  held.defer(() => running.stop());
  await running.ready;
  const build = (await engines.projections.activeVersions())[projection.name] ?? 0;
  const consumer = physicalName(projection.name, build);
  const titleOf = async (id: string): Promise<unknown> => (await engines.projections.get(physicalName('itineraries', build), [id]))[0]?.title;

  const [bad, ...others] = await tell(scene, ['first', poison, 'last'], 6);
  const reached = await hasApplied(scene, consumer);
  const wentOn = reached && (await Promise.all(others.map(titleOf))).every((title) => title === 'last');
  tally.record(wentOn && (await titleOf(bad)) === 'first', `its stream stops before it, the projection and ${others.length} other streams go on`);
  const listed = await parkedCommand(scene, 'list');
  const [first = '', second = ''] = listed.filter((line) => line.includes(bad));
  const told = first.includes(`cannot take ${poison}`) && second.includes('waits for an earlier event') && listed.length === 3;
  tally.record(told, `the command lists it with its reason, and the ${listed.length - 2} event that waits for it`);
  fault.title = null;
  await parkedCommand(scene, 'replay', consumer, `itinerary-${bad}`);
  const empty = await isEmpty(scene, consumer);
  const verified = empty ? await verify({ projections: [projection], events: engines.events, store: engines.projections }) : [];
  const different = verified.filter(({ equal }) => !equal).length;
  const isMended = empty && different === 0 && (await titleOf(bad)) === 'last';
  tally.record(isMended, `mended and replayed: nothing is parked, ${different} collections differ from a replay`);

  fault.title = poison;
  const [lost] = await tell(scene, ['first', poison, 'last'], 1);
  const passedBy = await hasApplied(scene, consumer);
  const line = (await parkedCommand(scene, 'list')).find((one) => one.includes(`cannot take ${poison}`)) ?? '';
  const said = await parkedCommand(scene, 'discard', line.split(' ')[0] ?? '');
  const isApplied = passedBy && (await isEmpty(scene, consumer)) && (await titleOf(lost)) === 'last';
  tally.record(isApplied, `discarded: the later event of its stream was applied without it (${said[0]})`);
}

/** A read model whose documents of one title have a text where the index expects a number. */
function faultyProjection(fault: Fault): AnyProjection {
  const { itineraries } = projection.collections;
  if (!itineraries) throw new Error('There are no itineraries');
  const searchable = searchableOf(itineraries);
  const searched: Searchable['searched'] = (doc, related) => {
    const sound = searchable.searched(doc, related);
    return sound && doc.title === fault.title ? { ...sound, filters: { ...sound.filters, daysCount: 'many' } } : sound;
  };
  const others = Object.entries(projection.collections).map(([key, { search: _, ...collection }]) => [key, collection]);
  return { ...projection, collections: { ...Object.fromEntries(others), itineraries: { ...itineraries, search: { ...searchable, searched } } } };
}

/** A document that the index refuses, in the build in use and in a new build. */
async function faultyIndex(scene: Scene): Promise<void> {
  const { engines, fault, tally } = scene;
  await using held = new AsyncDisposableStack();
  const faulty = faultyProjection(fault);
  const [index] = indexesOf(faulty);
  if (!index) throw new Error('Itineraries are not searched');
  const on = { ...engines, store: engines.projections, log: createLog('silent') };
  const running = runProjection({ projection: faulty, ...on });
  held.defer(() => running.stop());
  const indexer = runIndexer({ index, projected: running.ready, ...on });
  held.defer(() => indexer.stop());
  await indexer.ready;

  const [bad, ...others] = await tell(scene, ['first', poison], 6);
  const build = (await engines.projections.activeVersions())[index.as.name] ?? 0;
  const isThere = await hasApplied(scene, physicalName(index.as.name, build));
  const physical = physicalName(index.searchable.index, build);
  await engines.search.refresh(physical);
  const { hits } = await engines.search.search(physical, { q: 'harmless', fuzzy: false, minScore: 0, filter: null, limit: 100, offset: 0 });
  const ids = hits.map(({ id }) => id);
  tally.record(isThere && others.every((id) => ids.includes(id)), `its index and the ${others.length} others go on`);
  const [line = '', ...more] = await parkedCommand(scene, 'list', physicalName(index.as.name, build));
  const isTold = line.includes(bad) && line.includes('failed to parse field') && more.length === 1;
  tally.record(isTold, 'the command lists it with the reason of the engine');

  const consumer = physicalName(index.as.name, await rebuildIndex({ index, ...on }));
  const [first = '', ...rest] = await parkedCommand(scene, 'list', consumer);
  tally.record(first.includes(bad) && rest.length === 1, 'an index that is made anew is put to use, and has it parked too');
  fault.title = null;
  await parkedCommand(scene, 'replay', consumer, `itinerary-${bad}`);
  const verified = (await isEmpty(scene, consumer)) ? await verifyIndexes({ ...on, projections: [faulty] }) : [];
  const wrong = verified.filter(({ equal }) => !equal).length;
  tally.record(verified.length === 1 && wrong === 0, `mended and replayed: nothing is parked, ${wrong} indexes differ from the read model`);
}
