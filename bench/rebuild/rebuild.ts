import { join } from 'node:path';
import type { EngineServer } from '@waystory/infra/engine-servers/engine-server.ts';
import { compareWithNullRun, type JudgedComparison, type Threshold, thresholdText, type Variant, verdictOf } from '../harness/comparison.ts';
import { withEventLog } from '../harness/event-log.ts';
import { measure, quantile } from '../harness/measurement.ts';
import { numberText, ratioText, report } from '../harness/report.ts';
import type { ScratchPostgres } from '../harness/resources.ts';
import { Resources } from '../harness/resources.ts';
import type { Worker } from '../harness/worker.ts';
import type { ActiveBuilds, BuilderQuestion, BuilderSettings } from './builder.ts';
import { eventsPerStory, fillMixedLog } from './log.ts';
import type { ReaderQuestion, ReadResults } from './reader.ts';

/** Thresholds of the total time of a rebuild, ours / reference. */
const thresholds = { postgres: { metric: 'p50', atMost: 1.7 }, mongodb: { metric: 'p50', atMost: 2 } } as const satisfies Record<string, Threshold>;
/** Number of stories that the reader requests; every log has more. */
const storiesRead = 500;

interface Result {
  comparison: JudgedComparison;
  threshold: Threshold;
  /** Reads during our rebuilds. */
  reads: ReadResults;
}

/** All read models of itineraries and accounts rebuilt from the log, compared with writing the same documents through the driver. */
export async function rebuildBench({ short }: { short: boolean }): Promise<boolean> {
  const pairs = 3;
  const { events, memoryMb } = short ? { events: 20_000, memoryMb: 512 } : { events: 200_000, memoryMb: 4_096 };
  await using resources = new Resources();
  const postgres = await resources.postgres();
  const mongodb = await resources.engine('mongodb', { inMemory: true, memoryMb });
  const results: Result[] = [];
  for (const server of [null, mongodb]) results.push(await rebuildOn(resources, postgres, server, events, pairs));
  for (const error of new Set(results.flatMap(({ reads }) => reads.errors))) console.log(error);
  const notes = { events, pairs, memoryMb };
  console.log(JSON.stringify(notes));
  return report({
    name: 'rebuild',
    before: resources.machine,
    head: ['engine', 'null', 'time', 's ours / ref', 'CPU', 'reads meanwhile', 'p99 ms'],
    rows: results.map(({ comparison, threshold, reads: { latencies, errors } }) => {
      const { name, nullRatio, ratio, ours, reference } = comparison;
      const seconds = `${numberText(ours.p50 / 1_000)} / ${numberText(reference.p50 / 1_000)}`;
      const read = [`${latencies.length}, ${errors.length} failed`, numberText(quantile(latencies, 0.99))];
      const cells = [name, ratioText(nullRatio), ratioText(ratio.p50), seconds, ratioText(ratio.cpu), ...read];
      return { cells, threshold: thresholdText(threshold), verdict: errors.length > 0 ? 'missed' : verdictOf(comparison, threshold) };
    }),
    result: { notes, comparisons: results.map(({ comparison }) => comparison) },
  });
}

async function rebuildOn(
  resources: Resources,
  postgres: ScratchPostgres,
  mongodb: EngineServer | null,
  events: number,
  pairs: number,
): Promise<Result> {
  const database = await postgres.createDatabase(mongodb ? 'for_mongodb' : 'for_postgres');
  await withEventLog(database, (pool) => fillMixedLog(pool, events));
  const settings = { database, mongodb: mongodb && `mongodb://127.0.0.1:${mongodb.port}/rebuild` };
  const builder = (variant: BuilderSettings['variant']): Worker =>
    resources.worker(join(import.meta.dirname, 'builder.ts'), { variant, ...settings } satisfies BuilderSettings);
  const ours = builder('ours');
  const first = await ours.ask<ActiveBuilds>('build' satisfies BuilderQuestion);
  const raw = builder('raw');
  const stories = Math.min(storiesRead, events / eventsPerStory / 2);
  const reader = resources.worker(join(import.meta.dirname, 'reader.ts'), { ...settings, stories });
  const ask = <A>(question: ReaderQuestion): Promise<A> => reader.ask<A>(question);
  await ask({ ask: 'follow', builds: first });
  const servers = [postgres.pid, ...(mongodb ? [mongodb.pid] : [])];
  const reads: ReadResults = { latencies: [], errors: [] };
  const variants = {
    name: mongodb ? mongodb.engine.title : 'Postgres',
    ours: variantOf(ours, [ours.pid, ...servers], events, {
      before: () => ask({ ask: 'take' }),
      after: async (builds) => {
        const { latencies, errors } = await ask<ReadResults>({ ask: 'take' });
        reads.latencies.push(...latencies);
        reads.errors.push(...errors);
        // Old builds are dropped once no reader uses them.
        await ask({ ask: 'follow', builds });
      },
    }),
    reference: variantOf(raw, [raw.pid, ...servers], events),
  };
  const comparison = await compareWithNullRun(variants, pairs, 'p50');
  for (const worker of [reader, ours, raw]) await worker.stop();
  return { comparison, threshold: mongodb ? thresholds.mongodb : thresholds.postgres, reads };
}

interface Hooks {
  before(): Promise<unknown>;
  after(builds: ActiveBuilds): Promise<void>;
}

/** The latency of a block is its total time. */
const variantOf =
  (builder: Worker, pids: readonly number[], events: number, hooks?: Hooks): Variant =>
  async () => {
    await hooks?.before();
    let builds: ActiveBuilds = {};
    const measurement = await measure(async () => {
      const begin = performance.now();
      builds = await builder.ask<ActiveBuilds>('build' satisfies BuilderQuestion);
      const ms = performance.now() - begin;
      return { operations: events, seconds: ms / 1_000, p50: ms, p99: ms };
    }, pids);
    await hooks?.after(builds);
    await builder.ask('clear' satisfies BuilderQuestion);
    return measurement;
  };
