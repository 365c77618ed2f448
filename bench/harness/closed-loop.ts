import type { Load } from './measure.ts';
import { quantile } from './quantiles.ts';

/** Lets `callers` callers repeat an operation for some seconds, each waiting for its answer before the next; what is under way is finished and counted. */
export async function closedLoop(callers: number, seconds: number, operation: (caller: number) => Promise<void>): Promise<Load> {
  const latencies: number[] = [];
  const begin = performance.now();
  const until = begin + seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let now = performance.now(); now < until; ) {
        await operation(caller);
        const then = performance.now();
        latencies.push(then - now);
        now = then;
      }
    }),
  );
  const elapsed = (performance.now() - begin) / 1000;
  return { operations: latencies.length, seconds: elapsed, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}
