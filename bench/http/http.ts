import { join } from 'node:path';
import { type Comparison, compare, type Variant } from '../harness/comparison.ts';
import { rawRequest } from '../harness/http-load.ts';
import { measure } from '../harness/measurement.ts';
import { caughtUp } from '../harness/product.ts';
import { numberText, ratioText, report } from '../harness/report.ts';
import { Resources } from '../harness/resources.ts';
import { type Concurrency, type Operation, prepareOperations, trekCpu } from './operations.ts';

const concurrencies: readonly Concurrency[] = [1, 16];

interface Result {
  operation: Operation;
  concurrency: Concurrency;
  comparison: Comparison;
  /** CPU an operation, peer / ours. */
  cpuAdvantage: number;
}

/** Measures the most frequent operations over HTTP: beside a bare server, and their CPU against the peer's. */
export async function httpBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, seconds } = short ? { pairs: 3, seconds: 1 } : { pairs: 5, seconds: 2 };
  await using resources = new Resources();
  const product = await resources.product({ seed: 'world', contexts: [] });
  const generator = resources.loadGenerator();
  const bare = await resources.server(join(import.meta.dirname, 'bare.ts'), {});
  const results: Result[] = [];
  for (const operation of await prepareOperations(product))
    for (const concurrency of concurrencies) {
      const ours: Variant = () =>
        measure(async () => {
          const result = await generator.run({ port: product.port, concurrency, seconds, requests: operation.requests });
          if (operation.isWrite) await caughtUp(product);
          return result;
        }, product.pids);
      const requests = [rawRequest({ path: '/' })];
      const reference: Variant = () => measure(() => generator.run({ port: bare.port, concurrency, seconds, requests }), [bare.worker.pid]);
      const comparison = await compare(ours, reference, pairs);
      results.push({ operation, concurrency, comparison, cpuAdvantage: trekCpu[operation.peer][concurrency] / comparison.ours.cpu });
    }
  const rows = results.map(({ operation, concurrency, comparison: { ours, reference, ratio }, cpuAdvantage }) => ({
    cells: [
      operation.name,
      String(concurrency),
      ...[ours.rate, ours.p50, ours.p99, ours.cpu, reference.rate, reference.cpu].map(numberText),
      ratioText(ratio.rate),
      String(trekCpu[operation.peer][concurrency]),
      `${cpuAdvantage.toFixed(1)}x`,
    ],
    threshold: `>= ${operation.atLeast}x`,
    verdict: cpuAdvantage >= operation.atLeast ? ('held' as const) : ('missed' as const),
  }));
  const measured = ['ops/s', 'p50 ms', 'p99 ms', 'CPU ms/op', 'bare ops/s', 'bare CPU', 'rate / bare', 'TREK CPU', 'TREK CPU / ours'];
  console.log(JSON.stringify({ pairs, seconds }));
  return report({
    name: 'http',
    before: resources.machine,
    head: ['operation', 'concurrency', ...measured],
    rows,
    result: { pairs, seconds, results: results.map(({ operation: { requests: _, ...operation }, ...result }) => ({ operation, ...result })) },
  });
}
