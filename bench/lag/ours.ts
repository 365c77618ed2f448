import { kafkaBus } from '@waystory/infra/bus/kafka.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { anyProjection } from '@waystory/infra/host/service.ts';
import { createLog } from '@waystory/infra/log.ts';
import { kafkaParkedEvents } from '@waystory/infra/parked-events/kafka.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { mongodbProjectionStore } from '@waystory/infra/projection-store/mongodb.ts';
import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';
import { runProjection } from '@waystory/infra/read-models/builds/run-projection.ts';
import { placesProjection } from '@waystory/services/itineraries/place/places.projection.ts';
import { placeEvent, placeId, writeNamed } from './places.ts';
import type { StageSettings, Stages } from './stage.ts';

const connections = 16;
const log = createLog('error');

/** The product's own path, with the projection of places. */
export const ourStages = (settings: StageSettings): Stages => ({
  writer: () => {
    const { events, close } = openEvents(settings);
    const write = async (n: number): Promise<void> => {
      await events.append(`place-${placeId(n)}`, 'any', [placeEvent(n)]);
    };
    return { write, close };
  },
  relay: async () => {
    const { events, close } = openEvents(settings);
    const bus = kafkaBus(settings, events);
    bus.relay({ onError: (err) => log.error({ err }, 'the relay was interrupted') });
    return async () => {
      await bus.close();
      await close();
    };
  },
  projector: async (visible) => {
    const { events, close } = openEvents(settings);
    const bus = kafkaBus(settings, events);
    const parked = kafkaParkedEvents({ brokers: settings.brokers, topic: `${settings.topic}.parked` });
    const store = telling(mongodbProjectionStore(settings.mongodb), visible);
    const running = runProjection({ projection: anyProjection(placesProjection), bus, store, parked, log });
    await running.ready;
    return async () => {
      await running.stop();
      await Promise.all([bus.close(), parked.close(), store.close()]);
      await close();
    };
  },
});

function openEvents({ database }: StageSettings) {
  const pool = createPool(database, { max: connections });
  const events = postgresEventStore(pool);
  const close = async (): Promise<void> => {
    await events.close();
    await pool.end();
  };
  return { events, close };
}

/** A store that tells of the documents of each commit that went through. */
const telling = (store: ProjectionStore, visible: (writes: readonly number[]) => void): ProjectionStore => ({
  ...store,
  commit: async (commit) => {
    const conflicts = await store.commit(commit);
    if (conflicts.length === 0) visible(commit.writes.flatMap(({ docs }) => docs.map(({ doc }) => writeNamed(doc?.name))));
    return conflicts;
  },
});
