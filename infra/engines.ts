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
  /** For what has no port: state of the embedded identity provider, import of an archive. */
  pool: pg.Pool;
  /** Closes what was opened, in reverse order. */
  close(): Promise<void>;
}

/** Opens the engines that the configuration names; without one, Postgres from npm over the data folder. */
export async function openEngines(config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>, log: Log): Promise<Engines> {
  const server = config.DATABASE_URL
    ? { config: { connectionString: config.DATABASE_URL }, stop: async () => {} }
    : await launchPostgres({ dataDir: join(config.DATA_DIR, 'postgres'), log: (line) => log.debug({ engine: 'postgres' }, line) });
  const engines = enginesOn(createPool(server.config, { max: connections }));
  return {
    ...engines,
    close: async () => {
      await engines.close();
      await server.stop();
    },
  };
}

/** All engines on one Postgres; closes the pool in the end. */
export function enginesOn(pool: pg.Pool): Engines {
  const events = postgresEventStore(pool);
  const bus = postgresBus(pool, events);
  const projections = postgresProjectionStore(pool);
  return {
    events,
    bus,
    projections,
    parked: postgresParkedEvents(pool),
    pool,
    close: async () => {
      await bus.close();
      await projections.close();
      await events.close();
      await pool.end();
    },
  };
}
