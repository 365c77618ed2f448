import { postgresBus } from '@waystory/infra/bus/postgres.ts';
import type { EventStore, Position } from '@waystory/infra/event-store/port.ts';
import { createLog } from '@waystory/infra/log.ts';
import { postgresParkedEvents } from '@waystory/infra/parked-events/postgres.ts';
import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';
import { runProjection } from '@waystory/infra/read-models/builds/run-projection.ts';
import type { AnyProjection } from '@waystory/infra/read-models/projection.ts';
import type pg from 'pg';
import { inPartitions, partitions, type Reached } from './partitions.ts';

export interface FighterOptions {
  name: string;
  projections: readonly AnyProjection[];
  pool: pg.Pool;
  events: EventStore;
  store: ProjectionStore;
}

/** One of two that keep the same projections up to date. */
export interface Fighter {
  /** Resolves when the projections are in use. */
  ready: Promise<unknown>;
  /** How far it is itself, whatever the other has done; undefined while there are partitions that it has not begun with. */
  reached(): Position | undefined;
  leave(): Promise<void>;
}

export function enter({ name, projections, pool, events, store }: FighterOptions): Fighter {
  const bus = postgresBus(pool, events);
  const parked = postgresParkedEvents(pool);
  const reached: Reached = new Map();
  const log = createLog('silent');
  const alone = inPartitions(bus, name, reached);
  const running = projections.map((projection) => runProjection({ projection, bus: alone, store, parked, log }));
  return {
    ready: Promise.all(running.map(({ ready }) => ready)),
    reached: () => (reached.size < projections.length * partitions.length ? undefined : Math.min(...reached.values())),
    leave: async () => {
      await Promise.all(running.map((one) => one.stop()));
      await bus.close();
      await parked.close();
    },
  };
}
