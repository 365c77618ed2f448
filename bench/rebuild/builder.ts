import { postgresBus } from '@waystory/infra/bus/postgres.ts';
import { postgresDeadLetters } from '@waystory/infra/dead-letters/postgres.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createLog } from '@waystory/infra/log.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { mongodbProjectionStore } from '@waystory/infra/projection-store/mongodb.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import { activeBuild, dropRetired, graceMs } from '@waystory/infra/read-models/builds/builds.ts';
import { rebuild } from '@waystory/infra/read-models/builds/rebuild.ts';
import type { AnyProjection } from '@waystory/infra/read-models/projection.ts';
import { accountsService } from '@waystory/services/accounts/service.ts';
import { itinerariesService } from '@waystory/services/itineraries/service.ts';
import type pg from 'pg';
import { answerQuestions, workerSettings } from '../harness/worker.ts';
import { type RawWriter, rawWriter } from './raw.ts';

export interface EngineSettings {
  /** The log, and the documents unless they are in MongoDB. */
  database: pg.PoolConfig;
  /** URL of MongoDB; null when the documents are in Postgres. */
  mongodb: string | null;
}

export interface BuilderSettings extends EngineSettings {
  /** `ours`: rebuilds from the log. `raw`: writes the same documents through the driver. */
  variant: 'ours' | 'raw';
}

/** `build` is timed. `clear` drops old builds. */
export type BuilderQuestion = 'build' | 'clear';

/** Number of the active build of each projection. */
export type Builds = Record<string, number>;

export type Engine = ReturnType<typeof openEngine>;

/** Opens the log and the projection store. */
export function openEngine({ database, mongodb }: EngineSettings) {
  const pool = createPool(database, { max: 8 });
  const events = postgresEventStore(pool);
  const bus = postgresBus(pool, events);
  const store = mongodb === null ? postgresProjectionStore(pool) : mongodbProjectionStore(mongodb);
  const deadLetters = postgresDeadLetters(pool);
  const projections: readonly AnyProjection[] = [...itinerariesService.projections, ...accountsService.projections];
  const close = async (): Promise<void> => {
    await bus.close();
    await Promise.all([store.close(), deadLetters.close(), events.close()]);
    await pool.end();
  };
  return { projections, bus, store, deadLetters, pool, close };
}

const eachProjection = async (projections: readonly AnyProjection[], build: (of: AnyProjection) => Promise<number | undefined>): Promise<Builds> =>
  Object.fromEntries(await Promise.all(projections.map(async (projection) => [projection.name, (await build(projection)) ?? 0])));

async function serve(settings: BuilderSettings): Promise<void> {
  const engine = openEngine(settings);
  const { projections, bus, store, deadLetters, close } = engine;
  const log = createLog('error');
  // All projections rebuild at once, as at a start with new versions: they share the events read from the log.
  const build = (): Promise<Builds> => eachProjection(projections, (projection) => rebuild({ projection, bus, store, deadLetters, log }));
  // The grace period is for readers that follow late; the benchmark waits for its reader.
  const clear = async (): Promise<void> => {
    for (const projection of projections) await dropRetired({ projection, store, deadLetters }, Date.now() + graceMs + 1);
  };
  const raw: RawWriter | null =
    settings.variant === 'raw'
      ? await rawWriter(settings, engine, await eachProjection(projections, (projection) => activeBuild({ projection, store })))
      : null;
  answerQuestions<BuilderQuestion>(
    (question) => (question === 'build' ? (raw?.write() ?? build()) : (raw?.clear() ?? clear())),
    async () => {
      await raw?.close();
      await close();
    },
  );
}

if (import.meta.main) await serve(workerSettings());
