import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapters, openAdapters } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import { anyProjection } from '@waystory/infra/host/service.ts';
import { createLog } from '@waystory/infra/log.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { physicalName } from '@waystory/infra/projection-store/port.ts';
import { runProjection } from '@waystory/infra/read-models/builds/run-projection.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import { stories } from '@waystory/services/itineraries/itinerary/stories.projection.ts';
import { scratchPostgres } from '../../harness/scratch-postgres.ts';
import { until } from '../cluster/progress.ts';
import type { Tally } from '../tally.ts';
import { parkedCommand } from './parked-command.ts';
import { poisonedIndex } from './poisoned-index.ts';
import { type Refusing, refusingProjection } from './refusing-projection.ts';
import { poison, type Settings, tell } from './titles.ts';

const withinMs = 60_000;
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const projection = anyProjection(stories);

/**
 * An event that a read model cannot take: what is set aside, what goes on, and how it comes back; with parked events in Postgres and in Kafka.
 * Then a document that Elasticsearch does not take.
 */
export async function poisonDrill({ runs, tally }: { runs: number; tally: Tally }): Promise<void> {
  const postgres = await scratchPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'waystory-drill-poison-'));
  try {
    for (let run = 1; run <= runs; run++)
      for (const engine of ['Postgres', 'Kafka'] as const) {
        const database = await postgres.createDatabase(`poison_${engine}_${run}`.toLowerCase());
        const kafka = engine === 'Kafka' ? await startEngine('kafka') : null;
        try {
          const settings = { PATH: path, DATA_DIR: folder, DATABASE_URL: databaseUrl(database), ...kafka?.settings };
          await poisonOn(settings, (passed, what) => tally.record(passed, `parked in ${engine}: ${what}`));
        } finally {
          await kafka?.close();
        }
      }
    const elasticsearch = await startEngine('elasticsearch', { inMemory: true });
    try {
      for (let run = 1; run <= runs; run++) {
        const database = databaseUrl(await postgres.createDatabase(`poison_index_${run}`));
        const settings = { PATH: path, DATA_DIR: folder, DATABASE_URL: database, SEARCH: 'elasticsearch', ...elasticsearch.settings };
        await poisonedIndex(settings, (passed, what) => tally.record(passed, `refused by Elasticsearch: ${what}`));
      }
    } finally {
      await elasticsearch.close();
    }
  } finally {
    await postgres.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function poisonOn(settings: Settings, record: Tally['record']): Promise<void> {
  const log = createLog('silent');
  const engines = await openAdapters(readConfig({ ...settings }), log);
  const refusing: Refusing = { title: poison };
  const relay = engines.bus.relay({ onError: () => {} });
  const running = runProjection({ projection: refusingProjection(projection, refusing), ...engines, store: engines.projections, log });
  try {
    await running.ready;
    const at = await standing(engines);
    await mendAndReplay(at, settings, refusing, record);
    await discard(at, settings, refusing, record);
  } finally {
    await running.stop();
    await relay.stop();
    await engines.close();
  }
}

interface Standing {
  engines: Adapters;
  /** Name of the consumer, as commands know it. */
  consumer: string;
  /** Whether the projection comes to the end of the log in time. */
  applied(): Promise<boolean>;
  titleOf(id: string): Promise<unknown>;
}

async function standing(engines: Adapters): Promise<Standing> {
  const build = (await engines.projections.activeVersions())[projection.name] ?? 0;
  const consumer = physicalName(projection.name, build);
  return {
    engines,
    consumer,
    applied: async () => {
      const head = await engines.events.head();
      return until(async () => {
        const checkpoints = Object.values(await engines.projections.checkpoints(consumer));
        return checkpoints.length > 0 && checkpoints.every(({ watermark }) => watermark >= head);
      }, withinMs);
    },
    titleOf: async (id) => (await engines.projections.get(physicalName('itineraries', build), [id]))[0]?.title,
  };
}

async function mendAndReplay(at: Standing, settings: Settings, refusing: Refusing, record: Tally['record']): Promise<void> {
  const { engines, consumer } = at;
  const [bad, ...others] = await tell(engines, ['first', poison, 'last'], 6);
  const reached = await at.applied();
  const titles = await Promise.all(others.map(at.titleOf));
  const wentOn = reached && titles.every((title) => title === 'last');
  record(wentOn && (await at.titleOf(bad)) === 'first', `its stream stops before it, the projection and ${others.length} other streams go on`);
  const listed = await parkedCommand(settings, 'list');
  const [first = '', second = ''] = listed.filter((line) => line.includes(bad));
  const told = first.includes(`cannot take ${poison}`) && second.includes('waits for an earlier event') && listed.length === 3;
  record(told, `the command lists it with its reason, and the ${listed.length - 2} event that waits for it`);
  refusing.title = null;
  await parkedCommand(settings, 'replay', consumer, `itinerary-${bad}`);
  const empty = await until(async () => (await engines.parked.list({ consumer, limit: 1 })).length === 0, withinMs);
  const verified = empty ? await verify({ projections: [projection], events: engines.events, store: engines.projections }) : [];
  const different = verified.filter(({ equal }) => !equal).length;
  record(
    empty && different === 0 && (await at.titleOf(bad)) === 'last',
    `mended and replayed: nothing is parked, ${different} collections differ from a replay`,
  );
}

async function discard(at: Standing, settings: Settings, refusing: Refusing, record: Tally['record']): Promise<void> {
  const { engines, consumer } = at;
  refusing.title = poison;
  const [bad] = await tell(engines, ['first', poison, 'last'], 1);
  const reached = await at.applied();
  const line = (await parkedCommand(settings, 'list')).find((one) => one.includes(`cannot take ${poison}`)) ?? '';
  const said = await parkedCommand(settings, 'discard', line.split(' ')[0] ?? '');
  const empty = await until(async () => (await engines.parked.list({ consumer, limit: 1 })).length === 0, withinMs);
  const title = await at.titleOf(bad);
  record(reached && empty && title === 'last', `discarded: the later event of its stream was applied without it (${said[0]})`);
}
