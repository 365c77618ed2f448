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

/** Median of a sample with its quarter points. */
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
