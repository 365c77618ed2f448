import { startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { mongodbProjectionStore } from '@waystory/infra/projection-store/mongodb.ts';
import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import type pg from 'pg';
import { scratchPostgres } from '../../harness/scratch-postgres.ts';
import type { Tally } from '../tally.ts';
import { withoutFences } from '../without-fences.ts';
import { openRing, type RingOptions } from './ring.ts';

/** Rounds within which it must have been noticed that both did the same work. */
const controlRounds = 5;

/** Two projectors of one projection write to the same documents and the same checkpoint; after each round the result must be that of one. */
export async function fightDrill({ runs, tally }: { runs: number; tally: Tally }): Promise<void> {
  const postgres = await scratchPostgres();
  try {
    for (const engine of ['Postgres', 'MongoDB'] as const) {
      const mongodb = engine === 'MongoDB' ? await startEngine('mongodb') : null;
      try {
        const open = async (name: string): Promise<Omit<RingOptions, 'manner'>> => {
          const database = await postgres.createDatabase(`${engine}_${name}`.toLowerCase());
          return { database, openStore: () => (mongodb ? onMongodb(mongodb.port, name) : onPostgres(database)) };
        };
        await control(engine, await open('control'), tally);
        await fight(engine, await open('fight'), runs, tally);
      } finally {
        await mongodb?.close();
      }
    }
  } finally {
    await postgres.close();
  }
}

type OpenStore = ReturnType<RingOptions['openStore']>;

function onPostgres(database: pg.PoolConfig): OpenStore {
  const pool = createPool(database, { max: 4 });
  const store = postgresProjectionStore(pool);
  return { store, close: () => store.close().then(() => pool.end()) };
}

function onMongodb(port: number, database: string): OpenStore {
  const store: ProjectionStore = mongodbProjectionStore(`mongodb://127.0.0.1:${port}/${database}`);
  return { store, close: store.close };
}

async function control(engine: string, options: Omit<RingOptions, 'manner'>, tally: Tally): Promise<void> {
  const ring = await openRing({ ...options, manner: withoutFences });
  let rounds = 0;
  let different = 0;
  try {
    while (different === 0 && rounds++ < controlRounds) different = (await ring.round()).different;
  } finally {
    await ring.close();
  }
  tally.record(
    different > 0,
    `control on ${engine}: without fences it is noticed in round ${rounds} that both did the work, in ${different} collections`,
  );
}

async function fight(engine: string, options: Omit<RingOptions, 'manner'>, runs: number, tally: Tally): Promise<void> {
  const ring = await openRing({ ...options, manner: (store) => store });
  try {
    for (let run = 1; run <= runs; run++) {
      const { reached, different } = await ring.round();
      const passed = reached && different === 0 && ring.backwards() === 0;
      tally.record(passed, `${engine}, round ${run}: ${different} collections differ from a replay, ${ring.backwards()} checkpoints went back`);
    }
    const { commits, conflicts } = ring.clashes;
    tally.record(conflicts > 0, `${engine}: of ${commits} commits ${conflicts} found that the other had been faster`);
  } finally {
    await ring.close();
  }
}
