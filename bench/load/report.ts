import { readFileSync } from 'node:fs';
import { type ServiceLevel, serviceLevels } from '@waystory/k8s/observability/service-levels.ts';
import { z } from 'zod';

/** Timed metrics, in milliseconds; not all have a service level. */
const loadMetrics = ['reads', 'writes', 'search', 'write-to-read', 'first-word', 'answer', 'upload', 'order', 'bulk'] as const;
/** Reporting interval of Artillery, seconds. */
export const secondsPerSlice = 10;
export type LoadMetric = (typeof loadMetrics)[number];

/** Upper limit of a percentile, milliseconds. */
interface LatencyThreshold {
  metric: LoadMetric;
  percentile: 'p95' | 'p99';
  milliseconds: number;
}

const percentileOf = ({ objective }: ServiceLevel): LatencyThreshold['percentile'] => {
  if (objective === 0.99) return 'p99';
  if (objective === 0.95) return 'p95';
  throw new Error(`No percentile is reported at ${objective}`);
};

/** Thresholds of all metrics with a service level. */
export const latencyThresholds: readonly LatencyThreshold[] = serviceLevels.flatMap((level) => {
  const metric = loadMetrics.find((name) => name === level.name);
  if (!metric || !('longerThan' in level.broken)) return [];
  return [{ metric, percentile: percentileOf(level), milliseconds: level.broken.longerThan * 1_000 }];
});

/** Share of requests that may fail, by the service level of availability. */
export const allowedFailureShare = 1 - (serviceLevels.find(({ name }) => name === 'availability')?.objective ?? 1);

const summary = z.object({ count: z.number(), p50: z.number(), p95: z.number(), p99: z.number(), max: z.number() });
const part = z.object({
  counters: z.record(z.string(), z.number()),
  summaries: z.record(z.string(), summary),
  /** Start of the interval, milliseconds since 1970, as text. */
  period: z.coerce.number(),
});
const artilleryReport = z.object({ aggregate: part, intermediate: z.array(part) });
type Part = z.output<typeof part>;

/** Latency percentiles, milliseconds. */
export type LatencySummary = z.output<typeof summary>;

/** Verdict on one service level. */
export interface Judgement {
  what: string;
  limit: number;
  figure: number;
  held: boolean;
}

/** One reporting interval. */
export interface ReportInterval {
  /** Start of the interval, milliseconds since 1970. */
  at: number;
  arrivals: number;
  failed: number;
  refused: number;
  p99: Partial<Record<LoadMetric, number>>;
}

export interface LoadReport {
  visits: number;
  failed: number;
  refused: number;
  /** Number of responses. */
  answered: number;
  times: Partial<Record<LoadMetric, LatencySummary>>;
  judgements: Judgement[];
  /** Number of failures, refusals and unexpected errors by their reason. */
  reasons: Record<string, number>;
  /** Lateness of the load generator itself, p99, milliseconds. Above `mostGeneratorDelayMs` the figures are void. */
  generatorDelay: number;
  slices: ReportInterval[];
}

/** Limit of `generatorDelay`, milliseconds. */
export const mostGeneratorDelayMs = 100;

const sumOf = (counters: Part['counters'], prefix: string): number =>
  Object.entries(counters).reduce((sum, [name, count]) => (name.startsWith(prefix) ? sum + count : sum), 0);
const sliceOf = ({ period, counters, summaries }: Part): ReportInterval => ({
  at: period,
  arrivals: sumOf(counters, 'visits.'),
  failed: sumOf(counters, 'failed.'),
  refused: sumOf(counters, 'refused.'),
  p99: Object.fromEntries(loadMetrics.flatMap((name) => (summaries[name] ? [[name, summaries[name].p99]] : []))),
});

/** Reads the report file of Artillery. @throws ZodError when it is malformed */
export const readReport = (file: string): LoadReport => reportOf(artilleryReport.parse(JSON.parse(readFileSync(file, 'utf8'))));

/** Summarises an Artillery report. */
export function reportOf({ aggregate, intermediate }: z.output<typeof artilleryReport>): LoadReport {
  const { counters, summaries } = aggregate;
  const times = Object.fromEntries(loadMetrics.flatMap((name) => (summaries[name] ? [[name, summaries[name]]] : []))) as LoadReport['times']; // by name
  const [failed, refused] = [sumOf(counters, 'failed.'), sumOf(counters, 'refused.')];
  // Chat answers and orders consist of requests that are counted already.
  const answered = loadMetrics.reduce((sum, name) => sum + (name === 'answer' || name === 'order' ? 0 : (times[name]?.count ?? 0)), 0);
  const share = failed / Math.max(1, answered + failed);
  const levels = latencyThresholds.flatMap(({ metric, percentile, milliseconds }): Judgement[] => {
    const seen = times[metric];
    if (!seen) return [];
    return [{ what: `${metric} ${percentile}, ms`, limit: milliseconds, figure: seen[percentile], held: seen[percentile] <= milliseconds }];
  });
  return {
    visits: sumOf(counters, 'visits.'),
    ...{ failed, refused, answered, times },
    judgements: [{ what: 'failed, share of all', limit: allowedFailureShare, figure: share, held: share <= allowedFailureShare }, ...levels],
    reasons: Object.fromEntries(Object.entries(counters).filter(([name]) => /^(failed|refused)\.|^unexpected: /.test(name))),
    generatorDelay: summaries['generator-delay']?.p99 ?? 0,
    slices: intermediate.map(sliceOf).toSorted((one, other) => one.at - other.at),
  };
}

const figureText = (figure: number): string => (figure < 1 && figure > 0 ? figure.toPrecision(2) : figure.toFixed(figure < 10 ? 1 : 0));

/** Report as lines of text. */
export function reportLinesOf({ visits, answered, failed, refused, times, judgements, reasons, generatorDelay }: LoadReport): string[] {
  const timed = Object.entries(times).map(([name, { count, p50, p95, p99, max }]) =>
    [name, count, p50, p95, p99, max].map((cell) => (typeof cell === 'number' ? figureText(cell) : cell)),
  );
  const rows = [['milliseconds', 'count', 'p50', 'p95', 'p99', 'max'], ...timed].map(
    ([name = '', ...cells]) => name.padEnd(14) + cells.map((cell) => cell.padStart(9)).join(''),
  );
  return [
    `${visits} visits, ${answered} requests answered, ${failed} failed, ${refused} told to retry later`,
    ...Object.entries(reasons).map(([reason, count]) => `  ${count} x ${reason}`),
    '',
    ...rows,
    '',
    ...judgements.map(
      ({ what, limit, figure, held }) => `${held ? 'held  ' : 'MISSED'} ${what}: ${figureText(figure)}, at most ${figureText(limit)}`,
    ),
    ...(generatorDelay > mostGeneratorDelayMs
      ? [`VOID   visitors were sent up to ${figureText(generatorDelay)} ms late: this machine could not make the load`]
      : []),
  ];
}
