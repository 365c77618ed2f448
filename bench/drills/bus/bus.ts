import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { kafkaBus } from '@waystory/infra/bus/kafka.ts';
import type { Bus, BusBatch, SubscribeOptions } from '@waystory/infra/bus/port.ts';
import { type CacheRegistry, cacheRegistry, createCacheRegistry } from '@waystory/infra/cache-registry.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { postgresDeadLetters } from '@waystory/infra/dead-letters/postgres.ts';
import type { EventStore, Position } from '@waystory/infra/event-store/port.ts';
import { createLog } from '@waystory/infra/log.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { type ProjectionStore, physicalName } from '@waystory/infra/projection-store/port.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import { runProjection } from '@waystory/infra/read-models/builds/run-projection.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import { definitions } from '@waystory/services/all.ts';
import type pg from 'pg';
import { startProduct } from '../../harness/product.ts';
import { Resources } from '../../harness/resources.ts';
import { hasPassed, until } from '../environment/progress.ts';
import { withoutFences } from '../fight/ring.ts';
import type { DrillRun } from '../tally.ts';

const topic = 'drill';
const appliedWithinMs = 180_000;
const projections = definitions.flatMap((definition) => definition.projections);

interface World {
  events: EventStore;
  bus: Bus;
  head: Position;
  createDatabase(name: string): Promise<pg.PoolConfig>;
}

/** Builds all read models of the seeded content over a bus that duplicates, delays and reorders batches. */
export async function busDrill({ runs, tally }: DrillRun): Promise<void> {
  await using held = new Resources();
  const folder = held.folder('drill-bus');
  await (await startProduct({ dataDir: folder, seed: 'world' })).stop();
  const postgres = await launchPostgres({ dataDir: join(folder, 'postgres') });
  held.defer(() => postgres.stop());
  const kafka = await held.engine('kafka', { dataDir: join(folder, 'kafka') });
  const { KAFKA_BROKERS: brokers = [] } = readConfig({ ...kafka.settings });
  const { pool, store: events } = held.eventLog(postgres.config, 6);
  const bus = kafkaBus({ brokers, topic }, events);
  held.defer(() => bus.close());
  const createDatabase = async (name: string): Promise<pg.PoolConfig> => {
    await pool.query(`create database ${name}`);
    return { ...postgres.config, database: name };
  };
  bus.relay({ onError: () => {} });
  const world = { events, bus, head: await events.head(), createDatabase };
  const control = await build(world, 'control', { storeAs: withoutFences, memory: createCacheRegistry(1) });
  tally.record(control.different > 0, `control: without fences ${control.different} collections are not what the log says`);
  for (let run = 1; run <= runs; run++) {
    const { different, reached, chaos } = await build(world, `run_${run}`);
    const what = `${chaos.batches} batches, ${chaos.duplicated} of them twice, ${chaos.older} older ones again, ${chaos.events} events delivered`;
    tally.record(reached && different === 0, `run ${run}: ${what} of ${world.head} in the log; ${different} collections differ from a replay`);
  }
}

/**
 * Builds all read models over a faulty bus in their own store.
 * @returns number of collections that differ from a replay, whether all reached the head, and counts of injected faults
 */
async function build(
  { events, bus, head, createDatabase }: World,
  name: string,
  { storeAs = (store) => store, memory = cacheRegistry }: { storeAs?: (store: ProjectionStore) => ProjectionStore; memory?: CacheRegistry } = {},
): Promise<{ different: number; reached: boolean; chaos: Chaos }> {
  await using held = new Resources();
  const pool = held.pool(await createDatabase(name), 8);
  const store = postgresProjectionStore(pool);
  held.defer(store.close);
  const deadLetters = postgresDeadLetters(pool);
  held.defer(deadLetters.close);
  const chaos: Chaos = { batches: 0, duplicated: 0, older: 0, events: 0 };
  const shared = { bus: chaoticBus(bus, chaos), store: storeAs(store), deadLetters, log: createLog('silent'), memory };
  const running = projections.map((projection) => runProjection({ projection, ...shared }));
  const stop = async (): Promise<void> => void (await Promise.all(running.map((one) => one.stop())));
  held.defer(stop);
  const isApplied = async (projection: string, active: Readonly<Record<string, number>>): Promise<boolean> =>
    active[projection] !== undefined && hasPassed(store, physicalName(projection, active[projection]), head);
  const reached = await until(async () => {
    const active = await store.activeVersions();
    return (await Promise.all(projections.map((one) => isApplied(one.name, active)))).every(Boolean);
  }, appliedWithinMs);
  await stop();
  const verified = reached ? await verify({ projections, events, store }) : [];
  return { different: verified.filter(({ equal }) => !equal).length, reached, chaos };
}

const twice = 0.1;
const older = 0.2;
const longestDelayMs = 20;
const remembered = 40;
const largest = 60;

interface Chaos {
  batches: number;
  duplicated: number;
  older: number;
  events: number;
}

/** A bus with worse delivery than its contract: batches are cut at random, doubled or repeated late, and partitions are out of step. */
function chaoticBus(bus: Bus, chaos: Chaos): Bus {
  return { ...bus, subscribe: (options) => bus.subscribe({ ...options, handle: chaotic(options, chaos) }) };
}

function chaotic({ handle }: SubscribeOptions, chaos: Chaos): SubscribeOptions['handle'] {
  const history = new Map<string, BusBatch[]>();
  const deliver = (batch: BusBatch): Promise<void> => {
    chaos.batches += 1;
    chaos.events += batch.records.length;
    return handle(batch);
  };
  return async (whole) => {
    const past = history.get(whole.partition) ?? [];
    history.set(whole.partition, past);
    for (const batch of cut(whole)) {
      await pause(Math.random() * longestDelayMs);
      const again = past[Math.floor(Math.random() * past.length)];
      if (again && Math.random() < older) {
        chaos.older += 1;
        await deliver(again);
      }
      await deliver(batch);
      if (Math.random() < twice) {
        chaos.duplicated += 1;
        await deliver(batch);
      }
      if (batch.records.length > 0 && past.push(batch) > remembered) past.shift();
    }
  };
}

/** Splits a batch at random. A gap of positions between two parts belongs to the later part. */
function cut({ partition, records, to, watermark }: BusBatch): BusBatch[] {
  const batches: BusBatch[] = [];
  let rest = records;
  for (;;) {
    const size = 1 + Math.floor(Math.random() * largest);
    if (rest.length <= size) return [...batches, { partition, records: rest, to, watermark }];
    const part = rest.slice(0, size);
    rest = rest.slice(size);
    const end = part.at(-1)?.offset ?? to;
    batches.push({ partition, records: part, to: end, watermark: Math.min(end, watermark) });
  }
}
