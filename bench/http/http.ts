import { join } from 'node:path';
import { measuredBlocksOf, type Operation, type Peer } from '../beside/peer.ts';
import { startWaystory } from '../beside/waystory.ts';
import { type Comparison, compare } from '../harness/comparison.ts';
import { rawRequest } from '../harness/http-load.ts';
import { numberText, ratioText, report } from '../harness/report.ts';
import { Resources } from '../harness/resources.ts';

type Concurrency = 1 | 16;
const concurrencies: readonly Concurrency[] = [1, 16];

/** Operation of the product. */
interface Case {
  name: string;
  ours: keyof Awaited<ReturnType<typeof startWaystory>>['operations'];
  /** Operation of the peer that it is compared with. */
  peer: keyof typeof trekCpu;
  /** Threshold of the ratio CPU of the peer / CPU of this product. */
  atLeast: number;
}

/**
 * CPU of TREK v3.4.1, the strongest open peer, milliseconds an operation. `beside` measured it on 2026-11-22 on two cores, both products running: one
 * Node 24.18 process with SQLite in WAL mode. Create is a trip of 7 days. Add a stop is a place and its assignment (two calls). A story is 7 days
 * with 50 places. The list has no pages: 1,000 trips.
 */
const trekCpu = {
  create: { 1: 2.9, 16: 2.4 },
  addStop: { 1: 2.3, 16: 2.18 },
  story: { 1: 3.79, 16: 3.64 },
  cards: { 1: 7.86, 16: 5.38 },
} as const satisfies Record<string, Record<Concurrency, number>>;

// Writes come last, because they leave one account with an unrealistic number of itineraries: thousands.
const cases: readonly Case[] = [
  { name: 'read a story, fresh', ours: 'story', peer: 'story', atLeast: 10 },
  { name: 'read a story, cached', ours: 'storyCached', peer: 'story', atLeast: 10 },
  { name: 'page of 25 cards, fresh', ours: 'cards', peer: 'cards', atLeast: 10 },
  { name: 'page of 25 cards, cached', ours: 'cardsCached', peer: 'cards', atLeast: 10 },
  { name: 'create an itinerary of 7 days', ours: 'createWithDays', peer: 'create', atLeast: 5 },
  { name: 'add a stop at a place', ours: 'addStopAtPlace', peer: 'addStop', atLeast: 5 },
];

interface Result extends Case {
  concurrency: Concurrency;
  comparison: Comparison;
  /** Ratio of CPU per operation, peer / ours. */
  cpuAdvantage: number;
}

/** Measures the most frequent operations over HTTP against a bare server, and their CPU against that of the peer. */
export async function httpBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, seconds } = short ? { pairs: 3, seconds: 1 } : { pairs: 5, seconds: 2 };
  await using resources = new Resources();
  const product = await startWaystory(resources);
  const { port, worker } = await resources.server(join(import.meta.dirname, 'bare.ts'), {});
  const request = rawRequest({ path: '/' });
  const ready: Operation = { isWrite: false, run: async (on) => void (await on.send(request)) };
  const bare: Peer = { name: 'bare', port, pids: [worker.pid], operations: {}, caughtUp: async () => {} };
  const results: Result[] = [];
  for (const one of cases)
    for (const concurrency of concurrencies) {
      const ours = measuredBlocksOf(product, product.operations[one.ours], concurrency, seconds);
      const comparison = await compare(ours, measuredBlocksOf(bare, ready, concurrency, seconds), pairs);
      results.push({ ...one, concurrency, comparison, cpuAdvantage: trekCpu[one.peer][concurrency] / comparison.ours.cpu });
    }
  const rows = results.map(({ name, peer, atLeast, concurrency, comparison: { ours, reference, ratio }, cpuAdvantage }) => ({
    cells: [
      ...[name, String(concurrency), ...[ours.rate, ours.p50, ours.p99, ours.cpu, reference.rate, reference.cpu].map(numberText)],
      ...[ratioText(ratio.rate), String(trekCpu[peer][concurrency]), `${cpuAdvantage.toFixed(1)}x`],
    ],
    threshold: `>= ${atLeast}x`,
    verdict: cpuAdvantage >= atLeast ? ('held' as const) : ('missed' as const),
  }));
  const measured = ['ops/s', 'p50 ms', 'p99 ms', 'CPU ms/op', 'bare ops/s', 'bare CPU', 'rate / bare', 'TREK CPU', 'TREK CPU / ours'];
  const head = ['operation', 'concurrency', ...measured];
  console.log(JSON.stringify({ pairs, seconds }));
  return report({ name: 'http', before: resources.machine, head, rows, result: { pairs, seconds, results } });
}
