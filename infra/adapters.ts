import { join } from 'node:path';
import { personalData } from '@waystory/proto/events/personal.ts';
import type { SceneGallery } from '@waystory/scenes';
import type pg from 'pg';
import { folderBlobs } from './blobs/folder.ts';
import type { Blobs } from './blobs/port.ts';
import type { Bus } from './bus/port.ts';
import { recentLog } from './bus/postgres/recent-log.ts';
import { postgresBus } from './bus/postgres.ts';
import type { Config } from './config.ts';
import type { DeadLetters } from './dead-letters/port.ts';
import { postgresDeadLetters } from './dead-letters/postgres.ts';
import { UnfitEngine } from './errors.ts';
import type { EventStore } from './event-store/port.ts';
import { postgresEventStore } from './event-store/postgres.ts';
import { type Facts, noFacts } from './facts/port.ts';
import type { Log } from './log.ts';
import { openServiceAdapters } from './open-adapters.ts';
import { providersOf } from './open-data/open-choices.ts';
import { keyRing } from './personal-data/key-ring.ts';
import type { PersonalKeys } from './personal-data/port.ts';
import { postgresPersonalKeys } from './personal-data/postgres.ts';
import { sealedBus, sealedDeadLetters, sealedEventStore } from './personal-data/sealed-events.ts';
import { createSealer, type Sealer } from './personal-data/sealer.ts';
import type { Photos } from './photos/port.ts';
import { openSceneGallery, scenePhotos } from './photos/scenes.ts';
import { unsplashPhotos } from './photos/unsplash.ts';
import { gazetteerPlaces } from './places/gazetteer.ts';
import { mapboxPlaces } from './places/mapbox.ts';
import type { Places } from './places/port.ts';
import { requireFitPostgres } from './postgres/fit-postgres.ts';
import { type SupervisedPostgres, supervisePostgres } from './postgres/kept-postgres.ts';
import { createPool } from './postgres/pool.ts';
import type { Processes } from './processes/port.ts';
import { postgresProcesses } from './processes/postgres.ts';
import type { ProjectionStore } from './projection-store/port.ts';
import type { InlineDocuments } from './projection-store/postgres/inline-documents.ts';
import { type PostgresProjectionStore, postgresProjectionStore } from './projection-store/postgres.ts';
import type { Routing } from './routing/port.ts';
import { straightRouting } from './routing/straight.ts';
import type { SearchEngine } from './search/port.ts';
import { postgresSearchEngine } from './search/postgres.ts';
import { dbosWorkflows } from './workflows/dbos.ts';
import type { WorkflowEngine } from './workflows/port.ts';

/** Engines that hold events, their derived data, and work that survives restarts. */
interface Storage {
  /** Events with personal data decrypted. */
  events: EventStore;
  /** Events as stored, with personal data sealed. For archives and backups. */
  sealedEvents: EventStore;
  personalKeys: PersonalKeys;
  bus: Bus;
  projections: ProjectionStore;
  /** Stores documents with their events; null unless log, bus and read models share one Postgres. */
  inline: InlineDocuments | null;
  search: SearchEngine;
  workflows: WorkflowEngine;
  deadLetters: DeadLetters;
  /** Registry of the product's running processes. */
  processes: Processes;
}

/** All engines of a process, behind ports. */
export interface Adapters extends Storage {
  places: Places;
  photos: Photos;
  routing: Routing;
  facts: Facts;
  /** Pictures drawn by the product, available with any provider of photos. */
  scenes: SceneGallery;
  /** Uploaded files. */
  blobs: Blobs;
  /**
   * Postgres pool for code without a port, such as the embedded identity provider and the import of archives. Null when neither a chosen engine nor
   * the identity provider needs Postgres.
   */
  pool: pg.Pool | null;
  /** False while this process restarts its embedded Postgres; always true with an external server. */
  isDatabaseUp(): boolean;
  /** Closes the opened engines in reverse order. */
  close(): Promise<void>;
}

const needsPostgres = ({ EVENT_STORE, BUS, PROJECTIONS, SEARCH, WORKFLOWS, OIDC_ISSUER }: Config): boolean =>
  [EVENT_STORE, BUS, PROJECTIONS, SEARCH].includes('postgres') || WORKFLOWS === 'dbos' || OIDC_ISSUER === undefined;

/** Opens the engines of the configuration; by default, an embedded Postgres with its files in the data folder. */
export async function openAdapters(config: Config, log: Log): Promise<Adapters> {
  const server = needsPostgres(config) ? await openPostgres(config, log) : null;
  const pool = server && createPool(server.config, { max: config.DATABASE_CONNECTIONS });
  if (pool && config.DATABASE_URL) await unlessUnfit(requireFitPostgres(pool));
  const engines = adaptersFrom(
    await chooseStorage(config, pool, log),
    pool,
    openSceneGallery(join(config.DATA_DIR, 'scenes')),
    await chooseBlobs(config),
  );
  const providers = providersOf(config);
  return {
    ...engines,
    ...openServiceAdapters(config, pool),
    ...(server && { isDatabaseUp: server.isUp }),
    ...(providers.places === 'mapbox' && config.MAPBOX_TOKEN && { places: mapboxPlaces(config.MAPBOX_TOKEN) }),
    ...(providers.pictures === 'unsplash' && config.UNSPLASH_ACCESS_KEY && { photos: unsplashPhotos(config.UNSPLASH_ACCESS_KEY) }),
    close: async () => {
      await engines.close();
      await server?.stop();
    },
  };
}

/** All engines on one Postgres; `close` ends the pool. Without a given gallery, pictures are not stored. Blobs are in a temporary folder. */
export function adaptersOn(pool: pg.Pool, scenes: SceneGallery = openSceneGallery()): Adapters & { pool: pg.Pool } {
  const projections = postgresProjectionStore(pool);
  const { inline } = projections;
  const { sealer, ...opened } = openLog(postgresEventStore(pool, inline), postgresPersonalKeys(pool));
  const [deadLetters, search] = [sealedDeadLetters(postgresDeadLetters(pool), sealer), postgresSearchEngine(pool)];
  const storage = {
    ...opened,
    ...onRecentLog(pool, opened.events, projections),
    inline,
    search,
    deadLetters,
    workflows: dbosWorkflows(pool),
    processes: postgresProcesses(pool),
  };
  return { ...adaptersFrom(storage, pool, scenes, folderBlobs()), pool };
}

/** The event log with the keys of its personal data. */
function openLog(sealedEvents: EventStore, keys: PersonalKeys): Pick<Storage, 'events' | 'sealedEvents' | 'personalKeys'> & { sealer: Sealer } {
  const personalKeys = keyRing(keys);
  const sealer = createSealer(personalKeys, personalData);
  return { events: sealedEventStore(sealedEvents, sealer), sealedEvents, personalKeys, sealer };
}

/**
 * Connects the bus and all other readers to one shared buffer of the newest events. While a read waits for a projection, the bus delivers events
 * without delay.
 */
function onRecentLog(pool: pg.Pool, events: EventStore, projections: Awaitable): Pick<Storage, 'events' | 'bus' | 'projections'> {
  const recent = recentLog(events);
  const readAll: EventStore['readAll'] = (after, limit, upTo) =>
    upTo === undefined ? events.readAll(after, limit) : recent.readUpTo(upTo, after, limit);
  const bus = postgresBus(pool, events, recent);
  projections.onAwaited?.(bus.hurry);
  const awaitChange: ProjectionStore['awaitChange'] = (projection) => {
    if (projection !== undefined) bus.hurry();
    projections.awaitChange(projection);
  };
  return { events: { ...events, readAll }, bus, projections: projections.onAwaited ? projections : { ...projections, awaitChange } };
}

/** A projection store. `onAwaited`, if present, reports reads of other processes that wait for a projection. */
type Awaitable = ProjectionStore & Partial<Pick<PostgresProjectionStore, 'onAwaited'>>;

async function chooseBlobs({ BLOBS, AZURE_STORAGE_URL = '', DATA_DIR }: Config): Promise<Blobs> {
  return BLOBS === 'azure' ? (await import('./blobs/azure.ts')).azureBlobs(AZURE_STORAGE_URL) : folderBlobs(join(DATA_DIR, 'blobs'));
}

async function openPostgres({ DATABASE_URL, DATA_DIR }: Config, log: Log): Promise<SupervisedPostgres> {
  if (DATABASE_URL) return { config: { connectionString: DATABASE_URL }, isUp: () => true, stop: async () => {} };
  return supervisePostgres({
    dataDir: join(DATA_DIR, 'postgres'),
    serverLog: (line) => log.debug({ engine: 'postgres' }, line),
    tell: (sentence) => log.warn({ engine: 'postgres' }, sentence),
  });
}

/**
 * Awaits the check of an engine at the start. Unsuitable settings are an error, because only the operator can change them. Other errors are ignored,
 * because later calls retry.
 * @throws UnfitEngine
 */
async function unlessUnfit(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    if (error instanceof UnfitEngine) throw error;
  });
}

/** Opens the chosen storage; adapters of other engines are imported only when chosen. */
async function chooseStorage(config: Config, pool: pg.Pool | null, log: Log): Promise<Storage> {
  const { EVENTSTORE_URL = '', KAFKA_BROKERS: brokers = [], MONGODB_URL = '', ELASTICSEARCH_URL = '' } = config; // the configuration check guarantees the settings of chosen engines
  const onPostgres = <T>(open: (pool: pg.Pool) => T): T => {
    if (!pool) throw new Error('This choice of engines was taken to need no Postgres');
    return open(pool);
  };
  const readModels: ReadModels = config.PROJECTIONS === 'mongodb' ? await readModelsOnMongo(MONGODB_URL) : onPostgres(readModelsOn);
  const { projections } = readModels;
  const inline = config.EVENT_STORE === 'postgres' && config.BUS === 'postgres' ? readModels.inline : null;
  const { sealer, ...opened } = openLog(
    config.EVENT_STORE === 'eventstoredb'
      ? (await import('./event-store/eventstoredb.ts')).eventstoredbEventStore(EVENTSTORE_URL)
      : onPostgres((open) => postgresEventStore(open, inline ?? undefined)),
    // Keys are stored with a Postgres log, so that they survive a change of the other engines. With EventStoreDB they are stored with the read
    // models.
    config.EVENT_STORE !== 'postgres' && config.PROJECTIONS === 'mongodb'
      ? (await import('./personal-data/mongodb.ts')).mongodbPersonalKeys(MONGODB_URL)
      : onPostgres(postgresPersonalKeys),
  );
  const search =
    config.SEARCH === 'elasticsearch'
      ? (await import('./search/elasticsearch.ts')).elasticsearchSearchEngine(ELASTICSEARCH_URL)
      : onPostgres(postgresSearchEngine);
  const workflows =
    config.WORKFLOWS === 'temporal'
      ? (await import('./workflows/temporal.ts')).temporalWorkflows({ address: config.TEMPORAL_ADDRESS ?? '' }, log)
      : onPostgres((open) => dbosWorkflows(open, log));
  // Without Postgres, read models are always in MongoDB.
  const processes = pool ? postgresProcesses(pool) : (await import('./processes/mongodb.ts')).mongodbProcesses(MONGODB_URL);
  const deadLetters = sealedDeadLetters(readModels.deadLetters, sealer);
  const storage = { ...opened, projections, inline, search, workflows, processes, deadLetters };
  if (config.BUS === 'postgres') return { ...storage, ...onPostgres((open) => onRecentLog(open, opened.events, projections)) };
  const { kafkaBus } = await import('./bus/kafka.ts');
  // Personal data is sealed in the log, and therefore on the topic.
  const bus = sealedBus(kafkaBus({ brokers }, opened.sealedEvents, log), sealer);
  await unlessUnfit(bus.heads());
  return { ...storage, bus };
}

/** Read models with their dead letters. */
interface ReadModels {
  projections: Awaitable;
  inline: InlineDocuments | null;
  deadLetters: DeadLetters;
}

function readModelsOn(pool: pg.Pool): ReadModels {
  const projections = postgresProjectionStore(pool);
  return { projections, inline: projections.inline, deadLetters: postgresDeadLetters(pool) };
}

async function readModelsOnMongo(url: string): Promise<ReadModels> {
  const [{ mongoConnection }, { projectionStoreOn }, { mongodbDeadLetters }] = await Promise.all([
    import('./projection-store/mongodb/connection.ts'),
    import('./projection-store/mongodb.ts'),
    import('./dead-letters/mongodb.ts'),
  ]);
  const connection = mongoConnection(url);
  const projections = projectionStoreOn(connection);
  return { projections, inline: null, deadLetters: mongodbDeadLetters(connection, projections) };
}

const adaptersFrom = (storage: Storage, pool: pg.Pool | null, scenes: SceneGallery, blobs: Blobs): Adapters => ({
  ...storage,
  places: gazetteerPlaces(),
  photos: scenePhotos(),
  routing: straightRouting(),
  facts: noFacts(),
  scenes,
  blobs,
  pool,
  isDatabaseUp: () => true,
  close: async () => {
    await scenes.close();
    await blobs.close();
    await storage.processes.close();
    await storage.workflows.close();
    await storage.deadLetters.close();
    await storage.bus.close();
    await storage.search.close();
    await storage.projections.close();
    await storage.personalKeys.close();
    await storage.events.close();
    await pool?.end();
  },
});
