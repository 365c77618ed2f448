import { kafkaBus } from '@waystory/infra/bus/kafka.ts';
import type { Bus } from '@waystory/infra/bus/port.ts';
import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import type { Load } from '../harness/measure.ts';
import type { Carrier, CarrierSettings } from './carrier.ts';
import { createPace, type Pace } from './pace.ts';
import { type PreparedLog, preparedLog } from './prepared-log.ts';

interface Relaying {
  bus: Bus;
  log: PreparedLog;
  pace: Pace;
  failed: Promise<never>;
}

/** The relay, fed from memory, and a consumer that does nothing with events but keep its checkpoint in Postgres. */
export function ourCarrier({ brokers, database }: CarrierSettings, events: readonly RecordedEvent[]): Carrier {
  const pool = createPool(database, { max: 4 });
  const checkpoints = postgresProjectionStore(pool);
  const relays = new Map<string, Relaying>();
  const relaying = (topic: string): Relaying => {
    const found = relays.get(topic);
    if (!found) throw new Error(`${topic} was not prepared`);
    return found;
  };
  return {
    prepare: async (topic) => {
      const pace = createPace();
      const log = preparedLog(events, pace.at);
      const bus = kafkaBus({ brokers, topic }, log.store);
      const { failed, onError } = createFailure();
      bus.relay({ onError });
      relays.set(topic, { bus, log, pace, failed });
      await Promise.race([log.asked, failed]);
    },
    produce: async (topic) => {
      const { log, pace, failed } = relaying(topic);
      pace.begin();
      await Promise.race([log.release(), failed]);
      return pace.load();
    },
    end: async (topic) => {
      await relaying(topic).bus.close();
      relays.delete(topic);
    },
    consume: async (topic) => {
      const bus = kafkaBus({ brokers, topic }, preparedLog(events, () => {}).store);
      return consume(bus, topic, checkpoints, events.length).finally(bus.close);
    },
    close: async () => {
      await checkpoints.close();
      await pool.end();
    },
  };
}

async function consume(bus: Bus, name: string, checkpoints: ProjectionStore, expected: number): Promise<Load> {
  const pace = createPace();
  const { failed, onError } = createFailure();
  const done = Promise.withResolvers<void>();
  let [handled, positions] = [0, 0];
  const subscription = bus.subscribe({
    group: 'reader',
    from: async (partition) => {
      pace.begin();
      return (await checkpoints.checkpoints(name))[partition]?.offset ?? 0;
    },
    handle: async ({ partition, records, to: offset, watermark }) => {
      for (const { event } of records) positions += event.position;
      await checkpoints.commit({ projection: name, partition, checkpoint: { offset, watermark }, writes: [] });
      handled += records.length;
      pace.at(handled);
      if (handled >= expected) done.resolve();
    },
    onError,
  });
  await Promise.race([done.promise, failed]);
  await subscription.stop();
  if (handled !== expected || positions !== (handled * (handled + 1)) / 2) throw new Error(`${handled} of ${expected} events came, or others`);
  return pace.load();
}

/** What goes wrong out of sight of whoever waits. */
function createFailure(): { failed: Promise<never>; onError: (error: unknown) => void } {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Whoever does not wait for it must not be ended by it.
  failed.catch(() => {});
  return { failed, onError: reject };
}
