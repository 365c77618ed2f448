import type { Bus } from '@waystory/infra/bus/port.ts';
import { postgresBus } from '@waystory/infra/bus/postgres.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import type { ParkedEvents } from '@waystory/infra/parked-events/port.ts';
import { postgresParkedEvents } from '@waystory/infra/parked-events/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { mongodbProjectionStore } from '@waystory/infra/projection-store/mongodb.ts';
import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import type { AnyProjection } from '@waystory/infra/read-models/projection.ts';
import { accountsService } from '@waystory/services/accounts/service.ts';
import { itinerariesService } from '@waystory/services/itineraries/service.ts';
import type pg from 'pg';

export interface RebuildSettings {
  /** `ours`: rebuilds from the log. `raw`: writes the same documents through the driver. */
  arm: 'ours' | 'raw';
  /** The log, and the documents unless they are in MongoDB. */
  database: pg.PoolConfig;
  /** Address of MongoDB; null when the documents are in Postgres. */
  mongodb: string | null;
}

export interface Engine {
  projections: readonly AnyProjection[];
  bus: Bus;
  store: ProjectionStore;
  parked: ParkedEvents;
  pool: pg.Pool;
  close(): Promise<void>;
}

const connections = 8;

export function openEngine({ database, mongodb }: Omit<RebuildSettings, 'arm'>): Engine {
  const pool = createPool(database, { max: connections });
  const events = postgresEventStore(pool);
  const bus = postgresBus(pool, events);
  const store = mongodb === null ? postgresProjectionStore(pool) : mongodbProjectionStore(mongodb);
  const parked = postgresParkedEvents(pool);
  return {
    projections: [...itinerariesService.projections, ...accountsService.projections],
    bus,
    store,
    parked,
    pool,
    close: async () => {
      await bus.close();
      await Promise.all([store.close(), parked.close(), events.close()]);
      await pool.end();
    },
  };
}
