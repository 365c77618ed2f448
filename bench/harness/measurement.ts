import { cpuSecondsOf } from './process-usage.ts';

/** Number, duration and latency of the operations of a load. */
export interface LoadResult {
  operations: number;
  seconds: number;
  /** Latency, milliseconds. */
  p50: number;
  p99: number;
}

/** Rate, latency and CPU cost of the operations of a load. */
export interface Measurement {
  /** Operations a second. */
  rate: number;
  /** CPU of all serving processes, milliseconds an operation. */
  cpu: number;
  /** Latency, milliseconds. */
  p50: number;
  p99: number;
}

/**
 * Summarises latencies in milliseconds.
 * @param since start of the load, by `performance.now()`
 */
export const loadResultOf = (latencies: readonly number[], since: number): LoadResult => ({
  operations: latencies.length,
  seconds: (performance.now() - since) / 1_000,
  p50: quantile(latencies, 0.5),
  p99: quantile(latencies, 0.99),
});

/** Closed-loop load: each of the concurrent callers waits for its answer before it sends again. Operations in flight at the end count. */
export async function closedLoop(concurrency: number, seconds: number, operation: (caller: number) => Promise<void>): Promise<LoadResult> {
  const latencies: number[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  await Promise.all(
    Array.from({ length: concurrency }, async (_, caller) => {
      for (let now = performance.now(); now < end; ) {
        await operation(caller);
        const then = performance.now();
        latencies.push(then - now);
        now = then;
      }
    }),
  );
  return loadResultOf(latencies, begin);
}

/** Runs a load and counts the CPU of the process trees below `pids` meanwhile. */
export async function measure(load: () => Promise<LoadResult>, pids: readonly number[]): Promise<Measurement> {
  const before = cpuSecondsOf(pids);
  const { operations, seconds, p50, p99 } = await load();
  return { rate: operations / seconds, cpu: ((cpuSecondsOf(pids) - before) * 1_000) / operations, p50, p99 };
}

/** Quantile `q` (0 to 1), interpolated between two values; NaN of no values. */
export function quantile(values: ArrayLike<number>, q: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * q;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** Median; NaN of no values. */
export const median = (values: ArrayLike<number>): number => quantile(values, 0.5);

/** Quartiles of a sample: 25 %, 50 % and 75 %. */
export interface Quartiles {
  low: number;
  median: number;
  high: number;
}

export const quartiles = (values: ArrayLike<number>): Quartiles => ({
  low: quantile(values, 0.25),
  median: median(values),
  high: quantile(values, 0.75),
});
