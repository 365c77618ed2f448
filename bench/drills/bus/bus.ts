import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { kafkaBus } from '@waystory/infra/bus/kafka.ts';
import type { Bus } from '@waystory/infra/bus/port.ts';
import { type CallerMemory, callerMemory, createCallerMemory } from '@waystory/infra/caller-memory.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import type { EventStore, Position } from '@waystory/infra/event-store/port.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createLog } from '@waystory/infra/log.ts';
import { postgresParkedEvents } from '@waystory/infra/parked-events/postgres.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { type ProjectionStore, physicalName } from '@waystory/infra/projection-store/port.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import { runProjection } from '@waystory/infra/read-models/builds/run-projection.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import { definitions } from '@waystory/services/all.ts';
import type pg from 'pg';
import { startProduct } from '../../harness/product.ts';
import type { Tally } from '../tally.ts';
import { withoutFences } from '../without-fences.ts';
import { type Chaos, chaoticBus } from './chaotic-bus.ts';
import { killRelays } from './relay-kills.ts';

const topic = 'drill';
const appliedWithinMs = 180_000;
const askEveryMs = 50;
const projections = definitions.flatMap((definition) => definition.projections);

interface World {
  events: EventStore;
  bus: Bus;
  head: Position;
  /** An empty database of this name beside that of the log. */
  createDatabase(name: string): Promise<pg.PoolConfig>;
}

/** Builds the read models of a whole world over a bus that repeats, delays and mixes; then kills relays while events come in. */
export async function busDrill({ runs, kills, tally }: { runs: number; kills: number; tally: Tally }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waystory-drill-bus-'));
  const closes: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  try {
    await (await startProduct({ dataDir: folder, seed: 'world' })).stop();
    const postgres = await launchPostgres({ dataDir: join(folder, 'postgres') });
    closes.push(() => postgres.stop());
    const kafka = await startEngine('kafka', { dataDir: join(folder, 'kafka') });
    closes.push(() => kafka.close());
    const { KAFKA_BROKERS: brokers = [] } = readConfig({ ...kafka.settings });
    const pool = createPool(postgres.config, { max: 6 });
    const events = postgresEventStore(pool);
    const bus = kafkaBus({ brokers, topic }, events);
    closes.push(async () => {
      await bus.close();
      await events.close();
      await pool.end();
    });
    const createDatabase = async (name: string): Promise<pg.PoolConfig> => {
      await pool.query(`create database ${name}`);
      return { ...postgres.config, database: name };
    };
    bus.relay({ onError: () => {} });
    const world = { events, bus, head: await events.head(), createDatabase };
    const control = await build(world, 'control', { storeAs: withoutFences, memory: createCallerMemory(1) });
    tally.record(control.different > 0, `control: without fences ${control.different} collections are not what the log says`);
    for (let run = 1; run <= runs; run++) {
      const { different, reached, chaos } = await build(world, `run_${run}`);
      const what = `${chaos.batches} batches, ${chaos.duplicated} of them twice, ${chaos.older} older ones again, ${chaos.events} events delivered`;
      tally.record(reached && different === 0, `run ${run}: ${what} of ${world.head} in the log; ${different} collections differ from a replay`);
    }
    await killRelays({ database: postgres.config, events, brokers, topic: `${topic}.kills`, kills, tally });
  } finally {
    for (const close of closes.reverse()) await close();
  }
}

interface Built {
  /** Collections that are not what the log says. */
  different: number;
  /** Whether every projection came to the end of the log. */
  reached: boolean;
  chaos: Chaos;
}

/** All read models of the product over a bad bus, in a store of their own. */
async function build(
  { events, bus, head, createDatabase }: World,
  name: string,
  { storeAs = (store) => store, memory = callerMemory }: { storeAs?: (store: ProjectionStore) => ProjectionStore; memory?: CallerMemory } = {},
): Promise<Built> {
  const pool = createPool(await createDatabase(name), { max: 8 });
  const store = postgresProjectionStore(pool);
  const parked = postgresParkedEvents(pool);
  const chaos: Chaos = { batches: 0, duplicated: 0, older: 0, events: 0 };
  const log = createLog('silent');
  const chaotic = chaoticBus(bus, chaos);
  const running = projections.map((projection) => runProjection({ projection, bus: chaotic, store: storeAs(store), parked, log, memory }));
  try {
    const reached = await applied(store, head);
    await Promise.all(running.map((one) => one.stop()));
    const verified = reached ? await verify({ projections, events, store }) : [];
    return { different: verified.filter(({ equal }) => !equal).length, reached, chaos };
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    await parked.close();
    await store.close();
    await pool.end();
  }
}

async function applied(store: ProjectionStore, head: Position): Promise<boolean> {
  const giveUpAt = Date.now() + appliedWithinMs;
  const isApplied = async (name: string, build: number | undefined): Promise<boolean> => {
    const checkpoints = build === undefined ? [] : Object.values(await store.checkpoints(physicalName(name, build)));
    return checkpoints.length > 0 && checkpoints.every(({ watermark }) => watermark >= head);
  };
  for (;;) {
    const active = await store.activeVersions();
    if ((await Promise.all(projections.map(({ name }) => isApplied(name, active[name])))).every(Boolean)) return true;
    if (Date.now() > giveUpAt) return false;
    await pause(askEveryMs);
  }
}
