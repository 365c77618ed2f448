import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import type { LoadGenerator } from '../harness/http-load.ts';
import { type LoadResult, type Measurement, measure, median } from '../harness/measurement.ts';
import { type Machine, machineSnapshot, numberText, printTable, report } from '../harness/report.ts';
import { Resources } from '../harness/resources.ts';
import type { AppenderQuestion, AppenderSettings } from './appender.ts';
import { prepareData, type SizedLog } from './data.ts';
import { eventsPerStory } from './log.ts';
import { frequentReads } from './reads.ts';
import { type StartedProduct, type StartTimes, timedStart } from './start.ts';

const concurrency = 4;
/** Thresholds of a start at any size, seconds. */
const thresholds = { firstAnswer: 3, map: 10 };

/** All measurements of one size. */
interface SizeResult {
  data: SizedLog;
  /** Baseline: start of an empty product, measured in the same run, under the same load of the machine. */
  empty: StartTimes;
  /** Start after a restore: reactors read the log, and no snapshot of memory exists. */
  first: StartTimes;
  starts: StartTimes[];
  append: Measurement;
  /** Measurements by the name of the read. */
  reads: Record<string, Measurement>;
  /** Memory after all reads, MiB. */
  productMiB: number;
  postgresMiB: number;
  before: Machine;
  after: Machine;
}

interface ScaleOptions {
  short: boolean;
  /** Folder that keeps data and results of each size for later runs; a temporary one when unset. */
  keep?: string | undefined;
  /** Measures this size only. */
  events?: number | undefined;
}

/** Measures how cost and size grow with the number of events: the same data in several sizes, one after the other. */
export async function scaleBench({ short, keep, events }: ScaleOptions): Promise<boolean> {
  const { sizes, starts, seconds } = short
    ? { sizes: [20_000, 200_000], starts: 1, seconds: 1 }
    : { sizes: [100_000, 1_000_000, 10_000_000], starts: 3, seconds: 4 };
  await using resources = new Resources();
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'waystory-scale-'));
  if (keep === undefined) resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  for (const size of events === undefined ? sizes : [events]) {
    const dataDir = join(folder, String(size));
    await measureSize(dataDir, { events: size, starts, seconds });
    if (keep === undefined) rmSync(join(dataDir, 'postgres'), { recursive: true, force: true });
  }
  return reportSizes(resources.machine, resultsIn(folder));
}

const resultFile = (dataDir: string): string => join(dataDir, 'measured.json');

/** Results of all sizes in a folder, including earlier runs, the smallest first. */
function resultsIn(folder: string): SizeResult[] {
  const files = readdirSync(folder)
    .map((name) => resultFile(join(folder, name)))
    .filter((file) => existsSync(file));
  const results = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as SizeResult); // written by `measureSize`
  return results.sort((a, b) => a.data.events - b.data.events);
}

/** Prepares a log unless it is there, measures, and keeps the result beside the data. */
async function measureSize(dataDir: string, { events, starts: count, seconds }: { events: number; starts: number; seconds: number }): Promise<void> {
  const data = await prepareData(dataDir, events);
  const before = machineSnapshot();
  await using resources = new Resources();
  const append = await measureAppend(dataDir, events / eventsPerStory, seconds);
  const generator = resources.loadGenerator();
  const empty = await emptyStart();
  const first = await startAndStop(dataDir);
  const starts: StartTimes[] = [];
  for (let turn = 1; turn < count; turn++) starts.push(await startAndStop(dataDir));
  const product = await timedStart(dataDir);
  resources.defer(product.stop);
  starts.push(product.start);
  const measured = await measureReads(generator, product, events / eventsPerStory, seconds);
  const result: SizeResult = { data, empty, first, starts, append, reads: measured, ...product.memory(), before, after: machineSnapshot() };
  writeFileSync(resultFile(dataDir), JSON.stringify(result));
}

/** Second start on a new folder, because the first start creates the folder and the empty read models. */
async function emptyStart(): Promise<StartTimes> {
  const folder = mkdtempSync(join(tmpdir(), 'waystory-empty-'));
  try {
    await startAndStop(folder);
    return await startAndStop(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startAndStop(dataDir: string): Promise<StartTimes> {
  const { start, stop } = await timedStart(dataDir);
  console.log(JSON.stringify(start));
  await stop();
  return start;
}

/** Appends to the event store alone, without subscribers. */
async function measureAppend(dataDir: string, stories: number, seconds: number): Promise<Measurement> {
  await using resources = new Resources();
  const postgres = await launchPostgres({ dataDir: join(dataDir, 'postgres') });
  resources.defer(() => postgres.stop());
  const settings: AppenderSettings = { database: postgres.config, stories };
  const worker = resources.worker(join(import.meta.dirname, 'appender.ts'), settings);
  const run = (): Promise<LoadResult> => worker.ask<LoadResult>({ concurrency, seconds } satisfies AppenderQuestion);
  await run();
  const measurement = await measure(run, [worker.pid, postgres.pid]);
  await worker.ask(null satisfies AppenderQuestion);
  return measurement;
}

/** Each read after a warm-up. */
async function measureReads(
  generator: LoadGenerator,
  { port, pids }: StartedProduct,
  stories: number,
  seconds: number,
): Promise<SizeResult['reads']> {
  const measured: SizeResult['reads'] = {};
  for (const { name, requests } of frequentReads) {
    const run = (): Promise<LoadResult> => generator({ port, concurrency, seconds, requests: requests(stories) });
    await run();
    measured[name] = await measure(run, Object.values(pids));
    console.log(`${name}: ${measured[name].p50.toFixed(2)} ms`);
  }
  return measured;
}

const typical = (starts: readonly StartTimes[], of: keyof StartTimes): number => median(starts.map((one) => one[of]));

const lines: readonly (readonly [string, (result: SizeResult) => number])[] = [
  ['written in one go, events/s', ({ data }) => data.events / data.fillSeconds],
  ['read models and indexes built, events/s', ({ data }) => data.events / data.buildSeconds],
  ['its CPU, ms an event', ({ data }) => (data.buildCpuSeconds * 1_000) / data.events],
  ['its memory, MiB', ({ data }) => data.buildMiB],
  ['disk, GB', ({ data }) => data.disk.all / 1e9],
  ['disk, bytes an event', ({ data }) => data.disk.all / data.events],
  ['start of an empty product: first answer, s', ({ empty }) => empty.firstAnswer],
  ['... CPU until then, s', ({ empty }) => empty.firstAnswerCpu],
  ['start after a restore, without snapshots of memory: first answer, s', ({ first }) => first.firstAnswer],
  ['... map with every stop, s', ({ first }) => first.map],
  ['... CPU until then, s', ({ first }) => first.mapCpu],
  ['... until it is idle, s', ({ first }) => first.rest],
  ['start: first answer, s', ({ starts }) => typical(starts, 'firstAnswer')],
  ['... CPU until then, s', ({ starts }) => typical(starts, 'firstAnswerCpu')],
  ['start: map with every stop, s', ({ starts }) => typical(starts, 'map')],
  ['... CPU until then, s', ({ starts }) => typical(starts, 'mapCpu')],
  ['start: until it is idle, s', ({ starts }) => typical(starts, 'rest')],
  ['product after it, MiB', ({ starts }) => typical(starts, 'productMiB')],
  ['Postgres after it, MiB', ({ starts }) => typical(starts, 'postgresMiB')],
  ['product after reads, MiB', ({ productMiB }) => productMiB],
  ['Postgres after reads, MiB', ({ postgresMiB }) => postgresMiB],
];

function reportSizes(before: Machine, results: readonly SizeResult[]): boolean {
  const sizes = results.map(({ data }) => data.events.toLocaleString('en'));
  const growth = (of: (result: SizeResult) => number): string => {
    const [first, last] = [results[0], results.at(-1)];
    return first && last && first !== last ? `${numberText(of(last) / of(first))}x` : '';
  };
  printTable(
    ['figure', ...sizes, 'last / first'],
    lines.map(([name, of]) => [name, ...results.map((result) => numberText(of(result))), growth(of)]),
  );
  const tables = [...new Set(results.flatMap(({ data }) => data.disk.tables.map(({ name }) => name)))];
  printTable(
    ['bytes an event: table + indexes', ...sizes],
    tables.map((name) => [name, ...results.map(({ data }) => bytesPerEvent(data, name))]),
  );
  const operation = (name: string): string[] => {
    const of = (result: SizeResult) => (name === 'append' ? result.append : result.reads[name]);
    const cells = results.map((result) => {
      const one = of(result);
      return one ? `${numberText(one.p50)}; ${numberText(one.p99)} (${numberText(one.cpu)})` : '';
    });
    return [name, ...cells, growth((result) => of(result)?.cpu ?? Number.NaN)];
  };
  printTable(
    [`operation, concurrency ${concurrency}`, ...sizes.map((size) => `p50; p99 ms (CPU ms) at ${size}`), 'CPU last / first'],
    ['append', ...frequentReads.map(({ name }) => name)].map(operation),
  );
  const metrics = Object.keys(thresholds) as (keyof typeof thresholds)[]; // its own keys
  const rows = results.flatMap(({ data, starts }) =>
    metrics.map((metric) => {
      const seconds = typical(starts, metric);
      const verdict = seconds <= thresholds[metric] ? ('held' as const) : ('missed' as const);
      return { cells: [metric, String(data.events), numberText(seconds)], threshold: `<= ${thresholds[metric]} s`, verdict };
    }),
  );
  return report({ name: 'scale', before, head: ['start', 'events', 's'], rows, result: { thresholds, results } });
}

function bytesPerEvent({ events, disk }: SizedLog, name: string): string {
  const found = disk.tables.find((table) => table.name === name);
  return found ? `${Math.round(found.table / events)} + ${Math.round(found.indexes / events)}` : '';
}
