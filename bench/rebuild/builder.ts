import { postgresBus } from '@waystory/infra/bus/postgres.ts';
import { postgresDeadLetters } from '@waystory/infra/dead-letters/postgres.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createLog } from '@waystory/infra/log.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { mongodbProjectionStore } from '@waystory/infra/projection-store/mongodb.ts';
import { type CollectionSpec, physicalName, type StoredDoc } from '@waystory/infra/projection-store/port.ts';
import { layoutOf, tableName } from '@waystory/infra/projection-store/postgres/expressions.ts';
import { rowsJson, rowsShape } from '@waystory/infra/projection-store/postgres/rows.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import { queriedFields } from '@waystory/infra/read-models/asked-fields.ts';
import { activeBuild, dropRetiredBuilds, graceMs } from '@waystory/infra/read-models/builds/builds.ts';
import { rebuild } from '@waystory/infra/read-models/builds/rebuild.ts';
import type { AnyProjection } from '@waystory/infra/read-models/projection.ts';
import { accountsService } from '@waystory/services/accounts/service.ts';
import { itinerariesService } from '@waystory/services/itineraries/service.ts';
import { MongoClient } from 'mongodb';
import type pg from 'pg';
import { answerQuestions, workerSettings } from '../harness/worker.ts';

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
export type ActiveBuilds = Record<string, number>;

export type RebuildStores = ReturnType<typeof openRebuildStores>;

/** Opens the log and the projection store. */
export function openRebuildStores({ database, mongodb }: EngineSettings) {
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

const eachProjection = async (
  projections: readonly AnyProjection[],
  build: (of: AnyProjection) => Promise<number | undefined>,
): Promise<ActiveBuilds> =>
  Object.fromEntries(await Promise.all(projections.map(async (projection) => [projection.name, (await build(projection)) ?? 0])));

async function serve(settings: BuilderSettings): Promise<void> {
  const engine = openRebuildStores(settings);
  const { projections, bus, store, deadLetters, close } = engine;
  const log = createLog('error');
  // All projections rebuild at once, as at a start with new versions: they share the events read from the log.
  const build = (): Promise<ActiveBuilds> => eachProjection(projections, (projection) => rebuild({ projection, bus, store, deadLetters, log }));
  // Old builds are dropped before their grace period ends, because the benchmark waits for its only reader.
  const clear = async (): Promise<void> => {
    for (const projection of projections) await dropRetiredBuilds({ projection, store, deadLetters }, Date.now() + graceMs + 1);
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

/** Documents per round trip. */
const batchSize = 1_000;

/** Writes documents with nothing but the driver. */
interface RawWriter {
  write(): Promise<void>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

type Insert = (spec: CollectionSpec, docs: readonly StoredDoc[]) => Promise<unknown>;

/** Reads the documents of some builds, to write them again into collections with the same indexes. */
async function rawWriter({ mongodb }: EngineSettings, { projections, store, pool }: RebuildStores, builds: ActiveBuilds): Promise<RawWriter> {
  const client = mongodb === null ? null : await new MongoClient(mongodb, { writeConcern: { w: 'majority', journal: true } }).connect();
  const insert: Insert = client ? intoMongodb(client) : intoPostgres(pool);
  const collections: { spec: CollectionSpec; docs: StoredDoc[] }[] = [];
  for (const { name, collections: declared } of projections)
    for (const one of Object.values(declared)) {
      const docs: StoredDoc[] = [];
      for await (const doc of store.scan(physicalName(one.name, builds[name] ?? 0))) docs.push(doc);
      collections.push({ spec: { name: physicalName(`raw-${one.name}`, 1), fields: queriedFields(one), indexes: one.indexes }, docs });
    }
  return {
    write: async () => {
      for (const { spec, docs } of collections) {
        await store.ensure(spec);
        for (let from = 0; from < docs.length; from += batchSize) await insert(spec, docs.slice(from, from + batchSize));
      }
    },
    clear: async () => {
      for (const { spec } of collections) await store.drop(spec.name);
    },
    close: async () => {
      await client?.close();
    },
  };
}

const intoPostgres =
  (pool: RebuildStores['pool']): Insert =>
  (spec, docs) => {
    const layout = layoutOf(spec);
    const { names, values, given } = rowsShape(layout);
    return pool.query(`insert into ${tableName(spec.name)} (rev, ${names}) select rev, ${values} from ${given(1)}`, [rowsJson(layout, docs)]);
  };

const intoMongodb =
  (client: MongoClient): Insert =>
  ({ name }, docs) =>
    client
      .db()
      .collection<Omit<StoredDoc, 'id'> & { _id: string }>(name)
      .insertMany(
        docs.map(({ id: _id, ...rest }) => ({ _id, ...rest })),
        { ordered: false },
      );
