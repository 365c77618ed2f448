import type { Block, Measured } from './measure.ts';
import { type Quartiles, quantile, quartiles } from './quantiles.ts';

export type Metric = keyof Measured;

/** Both arms of a comparison: paired ratios ours / reference, and the median of each arm on its own. */
export interface Comparison {
  ratio: Record<Metric, Quartiles>;
  ours: Measured;
  reference: Measured;
}

/** A comparison that is worth something only when `valid`: the reference against itself came out even. */
export interface Verdict extends Comparison {
  name: string;
  /** Of the reference over itself: of the rate, unless another metric was chosen. */
  nullRatio: Quartiles;
  valid: boolean;
}

export interface Arms {
  name: string;
  ours: Block;
  reference: Block;
}

/** Quarter points of a null run must lie within these. */
const nullBounds = { low: 0.9, high: 1.1 };
const nullTries = 3;

const each = <T>(of: (metric: Metric) => T): Record<Metric, T> => ({ rate: of('rate'), cpu: of('cpu'), p50: of('p50'), p99: of('p99') });
const medians = (blocks: Measured[]): Measured =>
  each((metric) =>
    quantile(
      blocks.map((block) => block[metric]),
      0.5,
    ),
  );

/** Runs `pairs` pairs of blocks in the order ABBA after one of each that does not count. */
export async function compare(ours: Block, reference: Block, pairs: number): Promise<Comparison> {
  await ours();
  await reference();
  const a: Measured[] = [];
  const b: Measured[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const order =
      pair % 2 === 0
        ? ([
            [ours, a],
            [reference, b],
          ] as const)
        : ([
            [reference, b],
            [ours, a],
          ] as const);
    for (const [block, into] of order) into.push(await block());
  }
  const ratios = (metric: Metric): number[] => a.map((block, index) => block[metric] / (b[index]?.[metric] ?? Number.NaN));
  return { ratio: each((metric) => quartiles(ratios(metric))), ours: medians(a), reference: medians(b) };
}

const isEven = ({ low, high }: Quartiles): boolean => low >= nullBounds.low && high <= nullBounds.high;

/** The reference against itself, then ours against the reference. A null run that is not even is repeated, then the whole is void. */
export async function judge({ name, ours, reference }: Arms, pairs: number, metric: Metric = 'rate'): Promise<Verdict> {
  let nullRatio: Quartiles = { low: 0, median: 0, high: 0 };
  for (let tries = 0; tries < nullTries && !isEven(nullRatio); tries++) nullRatio = (await compare(reference, reference, pairs)).ratio[metric];
  return { name, nullRatio, valid: isEven(nullRatio), ...(await compare(ours, reference, pairs)) };
}
