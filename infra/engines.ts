import { join } from 'node:path';
import type pg from 'pg';
import type { ParkedEvents } from './bus/parked-events.ts';
import { postgresParkedEvents } from './bus/parked-events-postgres.ts';
import type { Bus } from './bus/port.ts';
import { postgresBus } from './bus/postgres.ts';
import type { Config } from './config.ts';
import type { EventStore } from './event-store/port.ts';
import { postgresEventStore } from './event-store/postgres.ts';
import type { Log } from './log.ts';
import type { Photos } from './photos/port.ts';
import { createSceneGallery, type SceneGallery } from './photos/scene-gallery.ts';
import { scenePhotos } from './photos/scenes.ts';
import { unsplashPhotos } from './photos/unsplash.ts';
import { gazetteerPlaces } from './places/gazetteer.ts';
import { mapboxPlaces } from './places/mapbox.ts';
import type { Places } from './places/port.ts';
import { launchPostgres } from './postgres/launcher.ts';
import { createPool } from './postgres/pool.ts';
import type { ProjectionStore } from './projections/port.ts';
import { postgresProjectionStore } from './projections/postgres.ts';

/** Connections of one process; Postgres takes 60. */
const connections = 16;

/** Everything a process stands on, behind ports. */
export interface Engines {
  events: EventStore;
  bus: Bus;
  projections: ProjectionStore;
  parked: ParkedEvents;
  places: Places;
  photos: Photos;
  /** Pictures that the product draws itself; there whatever provider of photos is chosen. */
  scenes: SceneGallery;
  /** For what has no port: state of the embedded identity provider, import of an archive. */
  pool: pg.Pool;
  /** Closes what was opened, in reverse order. */
  close(): Promise<void>;
}

/** Opens the engines that the configuration names; without one, Postgres from npm over the data folder. */
export async function openEngines(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'MAPBOX_TOKEN' | 'UNSPLASH_ACCESS_KEY'>,
  log: Log,
): Promise<Engines> {
  const server = config.DATABASE_URL
    ? { config: { connectionString: config.DATABASE_URL }, stop: async () => {} }
    : await launchPostgres({ dataDir: join(config.DATA_DIR, 'postgres'), log: (line) => log.debug({ engine: 'postgres' }, line) });
  const engines = enginesOn(createPool(server.config, { max: connections }), createSceneGallery(join(config.DATA_DIR, 'scenes')));
  return {
    ...engines,
    ...(config.MAPBOX_TOKEN && { places: mapboxPlaces(config.MAPBOX_TOKEN) }),
    ...(config.UNSPLASH_ACCESS_KEY && { photos: unsplashPhotos(config.UNSPLASH_ACCESS_KEY) }),
    close: async () => {
      await engines.close();
      await server.stop();
    },
  };
}

/** All engines on one Postgres; closes the pool in the end. Without a gallery of its own, pictures are kept nowhere. */
export function enginesOn(pool: pg.Pool, scenes: SceneGallery = createSceneGallery()): Engines {
  const events = postgresEventStore(pool);
  const bus = postgresBus(pool, events);
  const projections = postgresProjectionStore(pool);
  return {
    events,
    bus,
    projections,
    parked: postgresParkedEvents(pool),
    places: gazetteerPlaces(),
    photos: scenePhotos(),
    scenes,
    pool,
    close: async () => {
      await scenes.close();
      await bus.close();
      await projections.close();
      await events.close();
      await pool.end();
    },
  };
}
