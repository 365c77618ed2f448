import { setTimeout as pause } from 'node:timers/promises';
import { medians, pairedRatios, runAlternately, type Verdict } from '../harness/comparison.ts';
import type { Measurement, Quartiles } from '../harness/measurement.ts';
import { cpuSecondsOf, memoryMiBOf } from '../harness/process-usage.ts';
import { numberText, printTable, ratioText, report } from '../harness/report.ts';
import { Resources } from '../harness/resources.ts';
import { measuredBlocksOf, type Peer, waitUntilAtRest } from './peer.ts';
import { startTrek } from './trek.ts';
import { startWaystory } from './waystory.ts';

const concurrencies = [1, 16] as const;

/** An operation of this product, paired with the peer's. */
interface Pair {
  label: string;
  ours: keyof Awaited<ReturnType<typeof startWaystory>>['operations'];
  theirs: keyof Awaited<ReturnType<typeof startTrek>>['operations'];
  /** Minimum ratio of CPU per operation, peer / ours, by concurrency. */
  atLeast: Readonly<Record<1 | 16, number>>;
}

// Writes come last, because they leave one account with an unrealistic number of itineraries: tens of thousands.
const pairs: readonly Pair[] = [
  { label: 'a story of 50 stops, fresh', ours: 'story', theirs: 'story', atLeast: { 1: 8, 16: 8 } },
  { label: 'the same, cached', ours: 'storyCached', theirs: 'story', atLeast: { 1: 34, 16: 34 } },
  { label: '25 cards, fresh (TREK: all 1,000)', ours: 'cards', theirs: 'list', atLeast: { 1: 10, 16: 10 } },
  { label: 'the same, cached', ours: 'cardsCached', theirs: 'list', atLeast: { 1: 100, 16: 100 } },
  { label: 'all 1,000 cards, fresh', ours: 'thousand', theirs: 'list', atLeast: { 1: 2, 16: 2 } },
  { label: 'the same, cached', ours: 'thousandCached', theirs: 'list', atLeast: { 1: 10, 16: 10 } },
  { label: 'a plain story (TREK: with 7 days)', ours: 'create', theirs: 'create', atLeast: { 1: 2.5, 16: 5 } },
  { label: 'a story with 7 days', ours: 'createWithDays', theirs: 'create', atLeast: { 1: 2.5, 16: 4 } },
  { label: 'add a stop at coordinates to a day (TREK: 2 calls)', ours: 'addStop', theirs: 'addStop', atLeast: { 1: 2, 16: 3 } },
  { label: 'add a stop at a known place', ours: 'addStopAtPlace', theirs: 'addStop', atLeast: { 1: 2, 16: 3 } },
];

interface Result {
  pair: Pair;
  concurrency: 1 | 16;
  ours: Measurement;
  theirs: Measurement;
  rate: Quartiles;
  /** Ratio of CPU per operation, peer / ours. */
  cpuAdvantage: Quartiles;
}

interface BesideOptions {
  short: boolean;
  /** Folder of a built TREK; without it only this product runs, and nothing is judged. */
  trek?: string | undefined;
}

/** Compares the whole product with its peer: both run at once, on the same data and under the same load. */
export async function besideBench({ short, trek: folder }: BesideOptions): Promise<boolean> {
  const { count, seconds } = short ? { count: 2, seconds: 0.5 } : { count: 6, seconds: 4 };
  await using resources = new Resources();
  const ours = await startWaystory(resources);
  const theirs = folder === undefined ? null : await startTrek(resources, folder);
  const both: Peer[] = theirs ? [ours, theirs] : [ours];
  const memory = () => both.map(({ pids }) => memoryMiBOf(pids));
  await waitUntilAtRest(ours, 60);
  const idle = memory();
  const results: Result[] = [];
  for (const pair of pairs)
    for (const concurrency of concurrencies) {
      const own = measuredBlocksOf(ours, ours.operations[pair.ours], concurrency, seconds);
      const other = theirs ? [measuredBlocksOf(theirs, theirs.operations[pair.theirs], concurrency, seconds)] : [];
      const [a = [], b = []] = await runAlternately([own, ...other], count);
      const [rate, cpuAdvantage] = [pairedRatios(a, b, (block) => block.rate), pairedRatios(b, a, ({ cpu }) => cpu)];
      results.push({ pair, concurrency, ours: medians(a), theirs: medians(b), rate, cpuAdvantage });
    }
  const loaded = memory();
  await pause(20_000);
  const resting = await Promise.all(both.map(cpuPerSecond));
  const rest = { idle, loaded, after: memory(), resting };
  const hasNoMiss = reportResults(resources, results, theirs !== null, rest);
  printTable(
    ['', ...both.map(({ name }) => name)],
    [
      ['memory idle, MiB', ...idle.map(numberText)],
      ['as the load ends', ...loaded.map(numberText)],
      ['20 s later', ...rest.after.map(numberText)],
      ['CPU then, ms a second', ...resting.map(numberText)],
    ],
  );
  return theirs !== null && hasNoMiss;
}

const restSeconds = 10;
/** CPU time of an idle product, milliseconds per second. */
async function cpuPerSecond({ pids }: Peer): Promise<number> {
  const before = cpuSecondsOf(pids);
  await pause(restSeconds * 1_000);
  return ((cpuSecondsOf(pids) - before) / restSeconds) * 1_000;
}

function reportResults({ machine }: Resources, results: readonly Result[], isJudged: boolean, rest: object): boolean {
  const rows = results.map(({ pair, concurrency, ours, theirs, rate, cpuAdvantage }) => {
    const verdict: Verdict = !isJudged ? 'not judged' : cpuAdvantage.median >= pair.atLeast[concurrency] ? 'held' : 'missed';
    const cells = [
      ...[pair.label, String(concurrency), ...[ours.rate, ours.p50, ours.p99, ours.cpu].map(numberText)],
      ...(isJudged ? [numberText(theirs.rate), numberText(theirs.cpu), ratioText(rate), ratioText(cpuAdvantage)] : ['', '', '', '']),
    ];
    return { cells, threshold: `>= ${pair.atLeast[concurrency]}x`, verdict };
  });
  const measured = ['ops/s', 'p50 ms', 'p99 ms', 'CPU ms/op', 'TREK ops/s', 'TREK CPU', 'rate', 'TREK CPU / ours'];
  return report({ name: 'beside', before: machine, head: ['operation', 'concurrency', ...measured], rows, result: { results, rest } });
}
