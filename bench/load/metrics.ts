import { type ServiceLevel, serviceLevels } from '@waystory/k8s/observability/service-levels.ts';

/** Timed metrics, in milliseconds; not all have a service level. */
export const loadMetrics = ['reads', 'writes', 'search', 'write-to-read', 'first-word', 'answer', 'upload', 'order', 'bulk'] as const;
/** Reporting interval of Artillery, seconds. */
export const secondsPerSlice = 10;
export type LoadMetric = (typeof loadMetrics)[number];

/** Upper limit of a percentile, milliseconds. */
export interface LatencyThreshold {
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
export const thresholds: readonly LatencyThreshold[] = serviceLevels.flatMap((level) => {
  const metric = loadMetrics.find((name) => name === level.name);
  if (!metric || !('longerThan' in level.broken)) return [];
  return [{ metric, percentile: percentileOf(level), milliseconds: level.broken.longerThan * 1_000 }];
});

/** Share of requests that may fail, by the service level of availability. */
export const failuresAllowed = 1 - (serviceLevels.find(({ name }) => name === 'availability')?.objective ?? 1);
