import type { Load } from '../harness/measure.ts';
import { quantile } from '../harness/quantiles.ts';

const thousand = 1_000;

/** How fast events are dealt with: all of them, and each thousand. */
export interface Pace {
  /** The clock starts with the first call. */
  begin(): void;
  /** So many in all are done. */
  at(total: number): void;
  load(): Load;
}

export function createPace(): Pace {
  const spans: number[] = [];
  let first: number | null = null;
  let [last, end, done] = [0, 0, 0];
  return {
    begin: () => {
      if (first !== null) return;
      first = performance.now();
      last = first;
    },
    at: (total) => {
      end = performance.now();
      const thousands = Math.floor(total / thousand) - Math.floor(done / thousand);
      done = total;
      if (thousands === 0) return;
      spans.push(...new Array<number>(thousands).fill((end - last) / thousands));
      last = end;
    },
    load: () => ({ operations: done, seconds: (end - (first ?? Number.NaN)) / 1000, p50: quantile(spans, 0.5), p99: quantile(spans, 0.99) }),
  };
}
