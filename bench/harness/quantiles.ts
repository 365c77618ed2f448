/** Value below which the share `q` (0 to 1) of `values` lies; between two values it is interpolated. NaN when there are none. */
export function quantile(values: ArrayLike<number>, q: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * q;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** Middle of a sample with the quarter points beside it. */
export interface Quartiles {
  low: number;
  median: number;
  high: number;
}

export const quartiles = (values: ArrayLike<number>): Quartiles => ({
  low: quantile(values, 0.25),
  median: quantile(values, 0.5),
  high: quantile(values, 0.75),
});
