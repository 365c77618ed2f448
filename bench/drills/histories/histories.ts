import type { BusRecord } from '@waystory/infra/bus/port.ts';
import { type ProjectionStore, physicalName } from '@waystory/infra/projection-store/port.ts';
import type { AnyProjection } from '@waystory/infra/read-models/projection.ts';
import { ensureCollections } from '@waystory/infra/read-models/projector/projector-commit.ts';
import { canonicalJson } from '@waystory/infra/read-models/verify.ts';
import { definitions } from '@waystory/services/all.ts';
import fc from 'fast-check';
import { Resources } from '../../harness/resources.ts';
import { drawFrom, numberSeries } from '../requests/draw.ts';
import type { DrillRun } from '../tally.ts';
import { type Delivery, deliver, replay, splitIntoPartitions } from './delivery.ts';
import { accountErasureDrill } from './erasure.ts';
import { writeHistory } from './history.ts';
import { type HistoryEngine, mongodbHistoryEngine, postgresHistoryEngine, withoutAtomicCommits } from './mortal-stores.ts';

const projections: readonly AnyProjection[] = definitions.flatMap((definition) => definition.projections);
const acts = 16;
/** Number of histories after which collections are dropped, so that no collection grows without limit. */
const historiesPerBuild = 25;
const controlHistories = 40;
const reportEvery = 100;
const mostErasures = 200;

/** Builds all read models over random histories with every commit cut at every call: the result must equal a replay. */
export async function historiesDrill({ runs, seed, tally }: DrillRun): Promise<void> {
  await accountErasureDrill({ runs: Math.min(runs, mostErasures), seed, tally });
  await using held = new Resources();
  const postgres = await held.postgres();
  const mongodb = await held.engine('mongodb', { inMemory: true });
  // Only clients die in this drill, so commits need not wait for the disk.
  const pool = held.pool({ ...(await postgres.createDatabase('histories')), options: '-c synchronous_commit=off' }, 10);
  for (const engine of [postgresHistoryEngine(pool), mongodbHistoryEngine(`mongodb://127.0.0.1:${mongodb.port}/histories`)]) {
    held.defer(engine.close);
    const control = await check({ ...engine, open: () => withoutAtomicCommits(engine.open()) }, controlHistories, seed, 1);
    const noticed = `commits in pieces are noticed in history ${control.numRuns}: ${control.error.split('\n')[0]}`;
    tally.record(control.failed, `control on ${engine.name}: ${noticed}`);
    const meetings = { conflicts: 0 };
    const { failed, numRuns, error, counterexamplePath, cuts } = await check(counting(engine, meetings), runs, seed, 501);
    const fault = `history ${numRuns} (--seed ${seed}, path ${counterexamplePath}): ${error}`;
    tally.record(!failed, `${engine.name}: ${failed ? fault : `${numRuns} histories, ${cuts} commits cut`}`);
    tally.record(meetings.conflicts > 0, `${engine.name}: ${meetings.conflicts} times a projector found that another one had been faster`);
  }
}

const counting = (engine: HistoryEngine, meetings: { conflicts: number }): HistoryEngine => ({
  ...engine,
  open: () => {
    const one = engine.open();
    const commit: ProjectionStore['commit'] = async (work) => {
      const conflicts = await one.store.commit(work);
      if (conflicts.length > 0) meetings.conflicts += 1;
      return conflicts;
    };
    return { ...one, store: { ...one.store, commit } };
  },
});

interface Checked {
  failed: boolean;
  numRuns: number;
  error: string;
  counterexamplePath: string | null;
  cuts: number;
}

/** Checks histories until one fails. @param firstBuild a build without collections of another check */
async function check(engine: HistoryEngine, runs: number, seed: number, firstBuild: number): Promise<Checked> {
  const began = performance.now();
  let count = 0;
  let cuts = 0;
  let build = firstBuild;
  await openBuild(engine, build);
  const property = fc.asyncProperty(numberSeries, async (drawn) => {
    if (count > 0 && count % historiesPerBuild === 0) {
      await dropBuild(engine, build);
      await openBuild(engine, ++build);
    }
    count += 1;
    cuts += await everyCut(engine, build, drawn, `h${count}`);
    if (count % reportEvery === 0) console.log(`     ${engine.name}: ${count} histories in ${Math.round((performance.now() - began) / 1_000)} s`);
  });
  // fast-check does not shrink here; the printed path of a failure permits it later.
  const { failed, numRuns, errorInstance, counterexamplePath } = await fc.check(property, { numRuns: runs, seed, endOnFailure: true });
  await dropBuild(engine, build);
  const error = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return { failed, numRuns, error, counterexamplePath, cuts };
}

/** Delivers one history to each projection with commits cut after 0, 1, 2, ... calls until none is cut. */
async function everyCut(engine: HistoryEngine, build: number, drawn: readonly number[], name: string): Promise<number> {
  const histories: History[] = [];
  // Each delivery has its own ids, which keep the runs apart.
  const historyOf = (dieAfter: number): History => (histories[dieAfter] ??= tellHistory(drawn, `${name}-${dieAfter}`));
  const deaths = await Promise.all(projections.map((projection, index) => cutsOf(engine, { projection, build }, drawn.slice(index), historyOf)));
  return deaths.reduce((sum, one) => sum + one, 0);
}

interface History {
  log: ReturnType<typeof writeHistory>;
  partitions: BusRecord[][];
}

function tellHistory(drawn: readonly number[], run: string): History {
  const log = writeHistory(drawFrom(drawn), run, acts);
  return { log, partitions: splitIntoPartitions(log, run, drawFrom(drawn.toReversed())) };
}

type Of = Pick<Delivery, 'projection' | 'build'>;

async function cutsOf(engine: HistoryEngine, of: Of, drawn: readonly number[], historyOf: (dieAfter: number) => History): Promise<number> {
  let all = 0;
  for (let dieAfter = 0; ; dieAfter++) {
    const { log, partitions } = historyOf(dieAfter);
    // Projectors of two partitions write to common documents concurrently.
    const deaths = await Promise.all(
      partitions.map((records, number) => deliver({ ...of, engine, dieAfter }, records, drawFrom(drawn.slice(3 * number)))),
    );
    await compare(engine, of, log);
    const cut = deaths.reduce((sum, one) => sum + one, 0);
    if (cut === 0) return all;
    all += cut;
  }
}

async function compare({ name, store }: HistoryEngine, { projection, build }: Of, log: History['log']): Promise<void> {
  for (const [key, expected] of replay(projection, log)) {
    const collection = physicalName(projection.collections[key]?.name ?? '', build);
    const stored = new Map((await store.get(collection, [...expected.keys()])).map((doc) => [doc.id, doc]));
    for (const [id, doc] of expected) {
      const [wanted, found] = [doc, stored.get(id) ?? null].map(canonicalJson);
      if (wanted !== found) throw new Error(`${collection} ${id} on ${name}\n  must be ${wanted}\n  and is ${found}`);
    }
  }
}

async function openBuild({ store }: HistoryEngine, build: number): Promise<void> {
  for (const projection of projections) await ensureCollections({ projection, build, store });
}

async function dropBuild({ store }: HistoryEngine, build: number): Promise<void> {
  for (const { collections } of projections) for (const { name } of Object.values(collections)) await store.drop(physicalName(name, build));
}
