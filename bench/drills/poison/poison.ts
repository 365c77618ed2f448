import { randomUUID } from 'node:crypto';
import { type Adapters, openAdapters } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { anyProjection } from '@waystory/infra/host/service.ts';
import { createLog } from '@waystory/infra/log.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { physicalName } from '@waystory/infra/projection-store/port.ts';
import { runProjection } from '@waystory/infra/read-models/builds/run-projection.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import { stories } from '@waystory/services/itineraries/itinerary/stories.projection.ts';
import { newEvent } from '../../harness/event-log.ts';
import { path } from '../../harness/product.ts';
import { Resources } from '../../harness/resources.ts';
import { runCommand } from '../environment/commands.ts';
import { hasPassed, until } from '../environment/progress.ts';
import { type DrillRun, type Tally, withPrefix } from '../tally.ts';

const withinMs = 60_000;
/** Title that the read model refuses. */
const poison = 'poison';
const accountId = randomUUID();
const projection = anyProjection(stories);

interface Scene {
  engines: Adapters;
  settings: Readonly<Record<string, string>>;
  tally: Tally;
}

/** Poison events: checks which events become dead letters, which continue, and how parked events are retried. */
export async function poisonDrill({ runs, tally }: DrillRun): Promise<void> {
  await using held = new Resources();
  const postgres = await held.postgres();
  const folder = held.folder('drill-poison');
  for (const engine of ['postgres', 'kafka'] as const)
    for (let run = 1; run <= runs; run++) {
      await using server = new Resources();
      // A topic belongs to one log, so every run starts its own server.
      const started = engine === 'kafka' ? await server.engine(engine) : null;
      const database = await postgres.createDatabase(`poison_${engine}_${run}`);
      const settings = { PATH: path, DATA_DIR: folder, DATABASE_URL: databaseUrl(database), ...started?.settings };
      const engines = await openAdapters(readConfig({ ...settings }), createLog('silent'));
      server.defer(() => engines.close());
      await faultyHandler({ engines, settings, tally: withPrefix(tally, `parked in ${engine === 'kafka' ? 'Kafka' : 'Postgres'}`) });
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
 * Writes itineraries, each renamed through all titles; only the first itinerary gets the poison title.
 * @returns their ids, in order of creation
 */
async function tell({ engines: { events } }: Scene, titles: readonly string[], count: number): Promise<[bad: string, ...others: string[]]> {
  const ids: [string, ...string[]] = [randomUUID()];
  while (ids.length < count) ids.push(randomUUID());
  for (const [index, title] of titles.entries())
    for (const id of ids) {
      const given = title === poison && id !== ids[0] ? 'harmless' : title;
      const created = newEvent('ItineraryCreated', { title: given, accountId, visibility: 'PUBLIC' });
      await events.append(`itinerary-${id}`, index, [index === 0 ? created : newEvent('ItineraryRewritten', { changes: { title: given } })]);
    }
  return ids;
}

/** A handler that fails at one title after it changed documents. */
async function faultyHandler(scene: Scene): Promise<void> {
  const { engines, tally } = scene;
  await using held = new Resources();
  /** The refused title; null after the repair. */
  const fault: { title: string | null } = { title: poison };
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
