import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import type { StorageQuestion, StorageSettings } from '../growth/storage.ts';
import { type Generator, startGenerator } from '../harness/http/traffic.ts';
import { type Load, type Measured, measure } from '../harness/measure.ts';
import { type Machine, machine } from '../harness/report.ts';
import { startWorker } from '../harness/worker.ts';
import { eventsPerStory } from './log.ts';
import { reads } from './reads.ts';
import { type Extent, type Made, madeData } from './stage.ts';
import { type Start, watchedStart } from './start.ts';

const callers = 4;

/** All that was measured of a log of some size. */
export interface Sized {
  made: Made;
  /** The start of a product without anything in it, in the same minutes. */
  empty: Start;
  /** The start after a restore: reactors read the log, and nothing in memory has a copy. */
  first: Start;
  starts: Start[];
  append: Measured;
  /** By the name of the read. */
  reads: Record<string, Measured>;
  /** Product and Postgres after all these reads, MiB. */
  productMiB: number;
  postgresMiB: number;
  before: Machine;
  after: Machine;
}

export interface SizeOptions {
  dataDir: string;
  events: number;
  starts: number;
  /** Of each measurement. */
  seconds: number;
}

export const resultIn = (dataDir: string): string => join(dataDir, 'measured.json');

/** Makes a log of some size unless it is there, and measures what it does to everything. The result is kept beside the data. */
export async function measureSize({ dataDir, events, starts: count, seconds }: SizeOptions): Promise<Sized> {
  const made = await madeData(dataDir, events);
  const before = machine();
  const stories = events / eventsPerStory;
  const append = await measureAppend(dataDir, stories, seconds);
  const starts: Start[] = [];
  const generator = startGenerator();
  try {
    const empty = await emptyStart(made.extent);
    const first = await onlyStarted(dataDir, made.extent);
    for (let turn = 1; turn < count; turn++) starts.push(await onlyStarted(dataDir, made.extent));
    const product = await watchedStart(dataDir, made.extent);
    starts.push(product.start);
    try {
      const measured = await measureReads(generator, product, made, seconds);
      const sized: Sized = { made, empty, first, starts, append, reads: measured, ...product.memory(), before, after: machine() };
      writeFileSync(resultIn(dataDir), JSON.stringify(sized));
      return sized;
    } finally {
      await product.stop();
    }
  } finally {
    await generator.stop();
  }
}

/** The second one of a new folder: the first makes it, and the read models of nothing. */
async function emptyStart(extent: Extent): Promise<Start> {
  const folder = mkdtempSync(join(tmpdir(), 'waystory-empty-'));
  try {
    await onlyStarted(folder, 'whole');
    return await onlyStarted(folder, extent);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onlyStarted(dataDir: string, extent: Extent): Promise<Start> {
  const { start, stop } = await watchedStart(dataDir, extent);
  console.log(JSON.stringify(start));
  await stop();
  return start;
}

/** Without readers: the event store alone. */
async function measureAppend(dataDir: string, stories: number, seconds: number): Promise<Measured> {
  const postgres = await launchPostgres({ dataDir: join(dataDir, 'postgres') });
  const settings: StorageSettings = { database: postgres.config, stories };
  const worker = startWorker(join(import.meta.dirname, '../growth/storage.ts'), [JSON.stringify(settings)]);
  try {
    const ask = (): Promise<Load> => worker.ask<Load>({ operation: 'append', callers, seconds } satisfies StorageQuestion);
    await ask();
    const measured = await measure(ask, [worker.pid, postgres.pid]);
    await worker.ask({ operation: 'forget' } satisfies StorageQuestion);
    return measured;
  } finally {
    await worker.stop();
    await postgres.stop();
  }
}

type Serving = Pick<Awaited<ReturnType<typeof watchedStart>>, 'port' | 'pids'>;

/** Each read after a first block that does not count. */
async function measureReads(generator: Generator, { port, pids }: Serving, { events, extent }: Made, seconds: number): Promise<Sized['reads']> {
  const measured: Sized['reads'] = {};
  for (const { name, isSearch, requests } of reads) {
    if (isSearch && extent !== 'whole') continue;
    const run = (): Promise<Load> => generator.run({ port, callers, seconds, requests: requests(events / eventsPerStory) });
    await run();
    measured[name] = await measure(run, Object.values(pids));
    console.log(`${name}: ${measured[name].p50.toFixed(2)} ms`);
  }
  return measured;
}
