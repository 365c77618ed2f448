import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { mongodbProjectionStore } from '@waystory/infra/projection-store/mongodb.ts';
import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import { itineraries } from '@waystory/services/itineraries/itinerary/stories.projection.ts';
import fc from 'fast-check';
import type pg from 'pg';
import { Resources } from '../../harness/resources.ts';
import { concurrentActs, writeHistory } from '../histories/history.ts';
import { drawFrom, numberSeries } from '../requests/draw.ts';
import type { DrillRun, Tally } from '../tally.ts';
import { startTwoProjectors, type TwoProjectorsOptions, withoutFences } from './ring.ts';

/** Maximum rounds of the negative control until doubled work must be detected. */
const controlRounds = 5;
const acts = 32;

/** Two projectors write to the same documents and checkpoints. After each round the result must equal that of one projector. */
export async function fightDrill({ runs, seed, tally }: DrillRun): Promise<void> {
  await using held = new Resources();
  const postgres = await held.postgres();
  for (const engine of ['Postgres', 'MongoDB'] as const) {
    const mongodb = engine === 'MongoDB' ? await held.engine('mongodb') : null;
    const open = async (name: string): Promise<Opening> => {
      const database = await postgres.createDatabase(`${engine}_${name}`.toLowerCase());
      return { database, openStore: () => (mongodb ? onMongodb(mongodb.port, name) : onPostgres(database)) };
    };
    await control(engine, await open('control'), tellRounds(controlRounds, seed), tally);
    await fight(engine, await open('fight'), tellRounds(runs, seed), tally);
  }
}

type Opening = Omit<TwoProjectorsOptions, 'manner'>;
type OpenStore = ReturnType<TwoProjectorsOptions['openStore']>;
type Log = readonly RecordedEvent[];

function tellRounds(count: number, seed: number): Log[] {
  return fc
    .sample(numberSeries, { numRuns: count, seed })
    .map((drawn, round) => writeHistory(drawFrom(drawn), `round ${round}`, acts, concurrentActs));
}

function onPostgres(database: pg.PoolConfig): OpenStore {
  const pool = createPool(database, { max: 4 });
  const store = postgresProjectionStore(pool);
  return { store, close: () => store.close().then(() => pool.end()) };
}

function onMongodb(port: number, database: string): OpenStore {
  const store: ProjectionStore = mongodbProjectionStore(`mongodb://127.0.0.1:${port}/${database}`);
  return { store, close: store.close };
}

async function control(engine: string, options: Opening, rounds: readonly Log[], tally: Tally): Promise<void> {
  const ring = await startTwoProjectors({ ...options, manner: withoutFences });
  let round = 0;
  let different: string[] = [];
  try {
    while (!different.includes(itineraries.name) && round < controlRounds)
      different = (await ring.round(rounds[round++] ?? [])).different.map(({ collection }) => collection);
  } finally {
    await ring.close();
  }
  tally.record(
    different.includes(itineraries.name),
    `control on ${engine}: without fences it is noticed in round ${round} that both did the work, in ${different.join(', ') || 'nothing'}`,
  );
}

async function fight(engine: string, options: Opening, rounds: readonly Log[], tally: Tally): Promise<void> {
  const ring = await startTwoProjectors({ ...options, manner: (store) => store });
  try {
    for (const [index, log] of rounds.entries()) {
      const { reached, different } = await ring.round(log);
      const passed = reached && different.length === 0;
      const where = different.map(({ collection, firstDifference }) => `\n     ${collection} ${JSON.stringify(firstDifference)}`).join('');
      const outcome = reached ? `${different.length} collections differ from a replay` : 'not all was applied in time';
      tally.record(passed, `${engine}, round ${index + 1}: ${outcome}${where}`);
    }
    const { commits, conflicts } = ring.clashes;
    const count = (types: readonly string[]): number => rounds.flat().filter(({ type }) => types.includes(type)).length;
    const what = `${count(['ReactionAdded', 'ReactionSwitched', 'ReactionRemoved'])} reactions, ${count(['StopMoved'])} moves of stops`;
    // A round without a conflict tests no concurrency.
    tally.record(conflicts >= rounds.length, `${engine}: ${what}; of ${commits} commits ${conflicts} found that the other had been faster`);
  } finally {
    await ring.close();
  }
}
