import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Generator, rawRequest, startGenerator } from '../harness/http/traffic.ts';
import { type Block, type Load, type Measured, measure } from '../harness/measure.ts';
import { storyId } from '../harness/numbered-ids.ts';
import type { Product } from '../harness/product.ts';
import { quantile, quartiles } from '../harness/quantiles.ts';
import { keep, machine, machineText, numberText, printTable, ratioText } from '../harness/report.ts';
import { eventsPerStory } from './fill.ts';
import { filledLog, type Log, productOn } from './stages.ts';
import type { StorageQuestion } from './storage.ts';

const callers = 4;
/** So much more an operation may cost at the largest size than at the smallest: by a key, and over lists and boxes. */
const [keyedBar, rangeBar] = [1.35, 1.5];

interface Row {
  operation: string;
  bar: number;
  /** Median of each size, smallest first. */
  costs: Measured[];
  /** CPU per operation at the largest size over that at the smallest, per round. */
  growth: ReturnType<typeof quartiles>;
}

/** What operations cost as the log grows: the same data in three sizes, all open at once, measured in turn. */
export async function growthBench({ short }: { short: boolean }): Promise<boolean> {
  const { sizes, rounds, seconds } = short
    ? { sizes: [2_000, 20_000], rounds: 3, seconds: 1 }
    : { sizes: [10_000, 100_000, 1_000_000], rounds: 7, seconds: 2 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'waystory-growth-'));
  held.defer(() => rmSync(folder, { recursive: true, force: true }));
  const rows = await growStorage(folder, sizes, rounds, seconds);
  const generator = startGenerator();
  held.defer(generator.stop);
  const products = await inTurn(sizes, async (events) => {
    const product = await productOn(join(folder, String(events)));
    held.defer(product.stop);
    return product;
  });
  for (const { name, bar, requests } of reads) {
    const blocks = products.map((product, index) => readBlock(generator, product, requests((sizes[index] ?? 0) / eventsPerStory), seconds));
    rows.push(await grow(name, bar, blocks, rounds));
  }
  return report(before, sizes, rows, { callers, rounds, seconds });
}

/** Loads and appends, with nobody else on the logs. */
async function growStorage(folder: string, sizes: readonly number[], rounds: number, seconds: number): Promise<Row[]> {
  await using held = new AsyncDisposableStack();
  const logs = await inTurn(sizes, async (events) => {
    const log = await filledLog(join(folder, String(events)), events);
    held.defer(log.stop);
    return log;
  });
  const loads = logs.map(({ worker, pids }) => storageBlock(worker, pids, { operation: 'load', callers, seconds }));
  const appends = logs.map(({ worker, pids }): Block => {
    const block = storageBlock(worker, pids, { operation: 'append', callers, seconds });
    return async () => {
      const measured = await block();
      // The log keeps its size.
      await worker.ask({ operation: 'forget' } satisfies StorageQuestion);
      return measured;
    };
  });
  return [await grow('load', keyedBar, loads, rounds), await grow('append', keyedBar, appends, rounds)];
}

async function inTurn<T, R>(values: readonly T[], work: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const value of values) results.push(await work(value));
  return results;
}

/** Every answer is made anew, past those that are kept. */
const read = (path: string): string => rawRequest({ path, anew: true });
const some = 1_000;
const reads: readonly { name: string; bar: number; requests: (stories: number) => string[] }[] = [
  {
    name: 'card by id',
    bar: keyedBar,
    requests: (stories) => Array.from({ length: some }, () => read(`/api/itineraries/${storyId(Math.floor(Math.random() * stories))}`)),
  },
  { name: 'list, page 1', bar: rangeBar, requests: () => [read('/api/itinerary-projections?limit=25')] },
  {
    name: 'by bounds',
    bar: rangeBar,
    requests: () => Array.from({ length: some }, () => read(`/api/itineraries/by-bounds?limit=25&${randomBox()}`)),
  },
];

/** Two degrees each way, the same place of the world at every size. */
function randomBox(): string {
  const [south, west] = [Math.random() * 160 - 80, Math.random() * 350 - 175];
  return `southWestLat=${south}&southWestLng=${west}&northEastLat=${south + 2}&northEastLng=${west + 2}`;
}

const storageBlock =
  (worker: Log['worker'], pids: readonly number[], question: StorageQuestion): Block =>
  () =>
    measure(() => worker.ask<Load>(question), pids);

const readBlock =
  (generator: Generator, { port, pids }: Product, requests: string[], seconds: number): Block =>
  () =>
    measure(() => generator.run({ port, callers, seconds, requests }), pids);

/** Measures all sizes in turn, there and back, after one block of each that does not count. */
async function grow(operation: string, bar: number, blocks: readonly Block[], rounds: number): Promise<Row> {
  await inTurn(blocks, (block) => block());
  const measured: Measured[][] = blocks.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [...blocks.entries()] : [...blocks.entries()].reverse();
    for (const [index, block] of order) measured[index]?.push(await block());
  }
  const median = (all: Measured[], metric: keyof Measured): number =>
    quantile(
      all.map((one) => one[metric]),
      0.5,
    );
  const costs = measured.map((all) => ({ rate: median(all, 'rate'), cpu: median(all, 'cpu'), p50: median(all, 'p50'), p99: median(all, 'p99') }));
  const [smallest = [], largest = []] = [measured[0], measured.at(-1)];
  return { operation, bar, costs, growth: quartiles(largest.map(({ cpu }, round) => cpu / (smallest[round]?.cpu ?? Number.NaN))) };
}

function report(before: ReturnType<typeof machine>, sizes: readonly number[], rows: readonly Row[], notes: Record<string, number>): boolean {
  console.log(`growth: ${machineText()}`);
  console.log(JSON.stringify(notes));
  const holds = ({ bar, growth }: Row): boolean => growth.median <= bar;
  printTable(
    ['operation', ...sizes.map((size) => `CPU ms/op (p50 ms) at ${size}`), 'CPU last / first', 'bar', 'verdict'],
    rows.map((row) => [
      row.operation,
      ...row.costs.map(({ cpu, p50 }) => `${numberText(cpu)} (${numberText(p50)})`),
      ratioText(row.growth),
      `<= ${row.bar}`,
      holds(row) ? 'held' : 'missed',
    ]),
  );
  console.log(keep('growth', before, { notes, sizes, rows }));
  return rows.every(holds);
}
