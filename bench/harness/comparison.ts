import { type Measurement, median, type Quartiles, quartiles } from './measurement.ts';

type Metric = keyof Measurement;

/** One side of a comparison: runs one block of its load. */
export type Variant<T = Measurement> = () => Promise<T>;

/** Measurements of two variants, pair by pair. */
export interface Comparison {
  /** Paired ratios, ours / reference. */
  ratio: Record<Metric, Quartiles>;
  /** Medians of each variant. */
  ours: Measurement;
  reference: Measurement;
}

/** Comparison with its null run. */
export interface JudgedComparison extends Comparison {
  name: string;
  /** Ratios of the null run, reference / reference, of the judged metric. */
  nullRatio: Quartiles;
  /** False when the reference differs from itself: such a comparison is void. */
  valid: boolean;
}

/** Limit of a metric's median ratio, ours / reference. */
export interface Threshold {
  metric: Metric;
  atLeast?: number;
  atMost?: number;
}

export type Verdict = 'held' | 'missed' | 'void' | 'not judged';

/** Bounds of the quartiles of a null run. */
const nullBounds = { low: 0.9, high: 1.1 };
const nullAttempts = 3;

const perMetric = <T>(of: (metric: Metric) => T): Record<Metric, T> => ({ rate: of('rate'), cpu: of('cpu'), p50: of('p50'), p99: of('p99') });

/** Median of each metric. */
export const medians = (blocks: readonly Measurement[]): Measurement => perMetric((metric) => median(blocks.map((block) => block[metric])));

/** Quartiles of the paired ratios of a metric. */
export const pairedRatios = <T>(ours: readonly T[], reference: readonly T[], of: (block: T) => number): Quartiles =>
  quartiles(reference.map((block, pair) => of(ours[pair] ?? block) / of(block)));

/** Runs blocks of all variants in the order ABBA, after a warm-up block of each. @returns blocks by variant */
export async function runAlternately<T>(variants: readonly Variant<T>[], pairs: number): Promise<T[][]> {
  for (const variant of variants) await variant();
  const blocks = variants.map((): T[] => []);
  const order = [...variants.keys()];
  for (let pair = 0; pair < pairs; pair++)
    for (const index of pair % 2 === 0 ? order : order.toReversed()) {
      const block = await variants[index]?.();
      if (block !== undefined) blocks[index]?.push(block);
    }
  return blocks;
}

/** Compares two variants in `pairs` pairs of blocks. */
export async function compare(ours: Variant, reference: Variant, pairs: number): Promise<Comparison> {
  const [a = [], b = []] = await runAlternately([ours, reference], pairs);
  return { ratio: perMetric((metric) => pairedRatios(a, b, (block) => block[metric])), ours: medians(a), reference: medians(b) };
}

const isEven = ({ low, high }: Quartiles): boolean => low >= nullBounds.low && high <= nullBounds.high;

/** Compares the reference with itself, up to three times until the quartiles are within `nullBounds`. Then compares ours with the reference. */
export async function compareWithNullRun(
  { name, ours, reference }: { name: string; ours: Variant; reference: Variant },
  pairs: number,
  metric: Metric = 'rate',
): Promise<JudgedComparison> {
  let nullRatio: Quartiles = { low: 0, median: 0, high: 0 };
  for (let attempt = 0; attempt < nullAttempts && !isEven(nullRatio); attempt++)
    nullRatio = (await compare(reference, reference, pairs)).ratio[metric];
  return { name, nullRatio, valid: isEven(nullRatio), ...(await compare(ours, reference, pairs)) };
}

/** Verdict on a comparison; `void` when the quartiles of its null run are out of bounds. */
export function verdictOf({ valid, ratio }: JudgedComparison, { metric, atLeast = 0, atMost = Number.POSITIVE_INFINITY }: Threshold): Verdict {
  if (!valid) return 'void';
  const { median: middle } = ratio[metric];
  return middle >= atLeast && middle <= atMost ? 'held' : 'missed';
}

export const thresholdText = ({ metric, atLeast, atMost }: Threshold): string =>
  `${metric} ${atLeast === undefined ? `<= ${atMost}` : `>= ${atLeast}`}x`;
