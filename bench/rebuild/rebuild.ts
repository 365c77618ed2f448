import { join } from 'node:path';
import { type EngineServer, startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import { eventsPerStory } from '../growth/fill.ts';
import { type Bar, held } from '../harness/bars.ts';
import { judge, type Verdict } from '../harness/compare.ts';
import { type Block, measure } from '../harness/measure.ts';
import { quantile } from '../harness/quantiles.ts';
import { keep, type Machine, machine, machineText, numberText, printTable, ratioText } from '../harness/report.ts';
import { type ScratchPostgres, scratchPostgres } from '../harness/scratch-postgres.ts';
import { startWorker, type Worker } from '../harness/worker.ts';
import type { BuilderQuestion, Builds } from './builder.ts';
import type { RebuildSettings } from './engine.ts';
import { fillMixedLog } from './log.ts';
import type { ReaderQuestion, ReaderSettings, ReadsDone } from './reader.ts';

/** Of the time that all takes. */
const bars = { Postgres: { metric: 'p50', atMost: 1.7 }, MongoDB: { metric: 'p50', atMost: 2 } } as const satisfies Record<string, Bar>;
/** Stories that the reader asks for; there are more in every log. */
const storiesRead = 500;

interface Result {
  verdict: Verdict;
  bar: Bar;
  /** While ours was at work. */
  reads: ReadsDone;
}

/** All read models of itineraries and accounts made anew from the log, against writing the same documents through the driver. */
export async function rebuildBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, events, memoryMb } = short ? { pairs: 3, events: 20_000, memoryMb: 512 } : { pairs: 3, events: 200_000, memoryMb: 4_096 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const postgres = await scratchPostgres();
  held.defer(postgres.close);
  const mongodb = await startEngine('mongodb', { inMemory: true, memoryMb });
  held.defer(() => mongodb.close());
  const results: Result[] = [];
  for (const server of [null, mongodb]) results.push(await rebuildOn(postgres, server, events, pairs));
  return report(before, results, { events, pairs, memoryMb });
}

async function rebuildOn(postgres: ScratchPostgres, mongodb: EngineServer | null, events: number, pairs: number): Promise<Result> {
  await using held = new AsyncDisposableStack();
  const database = await filledDatabase(postgres, mongodb ? 'for_mongodb' : 'for_postgres', events);
  const settings = { database, mongodb: mongodb && `mongodb://127.0.0.1:${mongodb.port}/rebuild` };
  const start = (module: string, given: RebuildSettings | ReaderSettings): Worker => {
    const worker = startWorker(join(import.meta.dirname, module), [JSON.stringify(given)]);
    held.defer(worker.stop);
    return worker;
  };
  const ours = start('builder.ts', { arm: 'ours', ...settings });
  const first = await ours.ask<Builds>('build' satisfies BuilderQuestion);
  const raw = start('builder.ts', { arm: 'raw', ...settings });
  const reader = start('reader.ts', { ...settings, stories: Math.min(storiesRead, events / eventsPerStory / 2) });
  await ask(reader, { ask: 'follow', builds: first });
  const servers = [postgres.pid, ...(mongodb ? [mongodb.pid] : [])];
  const { around, reads } = readingAround(reader);
  const arms = {
    name: mongodb ? mongodb.engine.title : 'Postgres',
    ours: block(ours, [ours.pid, ...servers], events, around),
    reference: block(raw, [raw.pid, ...servers], events),
  };
  return { verdict: await judge(arms, pairs, 'p50'), bar: mongodb ? bars.MongoDB : bars.Postgres, reads };
}

/** Gathers what was read while a block ran; after it, old builds are not read any more. */
function readingAround(reader: Worker): { around: Around; reads: ReadsDone } {
  const reads: ReadsDone = { latencies: [], errors: [] };
  const around: Around = {
    before: () => ask(reader, { ask: 'take' }),
    after: async (builds) => {
      const { latencies, errors } = await ask<ReadsDone>(reader, { ask: 'take' });
      reads.latencies.push(...latencies);
      reads.errors.push(...errors);
      await ask(reader, { ask: 'follow', builds });
    },
  };
  return { around, reads };
}

const ask = <A>(reader: Worker, question: ReaderQuestion): Promise<A> => reader.ask<A>(question);

async function filledDatabase(postgres: ScratchPostgres, name: string, events: number): Promise<pg.PoolConfig> {
  const database = await postgres.createDatabase(name);
  const pool = createPool(database, { max: 1 });
  const store = postgresEventStore(pool);
  await store.head();
  await fillMixedLog(pool, events);
  await store.close();
  await pool.end();
  return database;
}

interface Around {
  before(): Promise<unknown>;
  after(builds: Builds): Promise<void>;
}

/** A latency is that of everything: the median of one. */
const block =
  (builder: Worker, pids: readonly number[], events: number, around?: Around): Block =>
  async () => {
    await around?.before();
    let builds: Builds = {};
    const measured = await measure(async () => {
      const begin = performance.now();
      builds = await builder.ask<Builds>('build' satisfies BuilderQuestion);
      const ms = performance.now() - begin;
      return { operations: events, seconds: ms / 1000, p50: ms, p99: ms };
    }, pids);
    await around?.after(builds);
    await builder.ask('clear' satisfies BuilderQuestion);
    return measured;
  };

function report(before: Machine, results: readonly Result[], notes: Record<string, unknown>): boolean {
  console.log(`rebuild: ${machineText()}`);
  console.log(JSON.stringify(notes));
  const judged = results.map(({ verdict, bar, reads: { latencies, errors } }) => ({
    ...verdict,
    bar,
    held: held(verdict, bar),
    reads: latencies.length,
    readP99: quantile(latencies, 0.99),
    errors,
  }));
  const rows = judged.map(({ name, nullRatio, ratio, ours, reference, reads, readP99, errors, bar, held: verdict }) => [
    name,
    ratioText(nullRatio),
    ratioText(ratio.p50),
    `${numberText(ours.p50 / 1000)} / ${numberText(reference.p50 / 1000)}`,
    ratioText(ratio.cpu),
    `${reads}, ${errors.length} failed`,
    numberText(readP99),
    `<= ${bar.atMost}`,
    errors.length > 0 ? 'missed' : verdict,
  ]);
  printTable(['engine', 'null', 'time', 's ours / ref', 'CPU', 'reads meanwhile', 'p99 ms', 'bar', 'verdict'], rows);
  for (const error of new Set(judged.flatMap(({ errors }) => errors))) console.log(error);
  console.log(keep('rebuild', before, { notes, judged }));
  return judged.every(({ held: verdict, errors }) => verdict !== 'missed' && errors.length === 0);
}
