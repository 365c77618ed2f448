import { type ServiceLevel, serviceLevels } from '@waystory/k8s/observability/service-levels.ts';

/** What is timed, each in milliseconds: by service levels, and what has no level of its own. */
export const loadMetrics = ['reads', 'writes', 'search', 'write-to-read', 'first-word', 'answer', 'upload', 'order', 'bulk'] as const;
/** Artillery tells of so many seconds at a time. */
export const secondsPerSlice = 10;
export type LoadMetric = (typeof loadMetrics)[number];

/** A percentile that must not be longer than so many milliseconds. */
export interface Threshold {
  metric: LoadMetric;
  percentile: 'p95' | 'p99';
  milliseconds: number;
}

const percentileOf = ({ objective }: ServiceLevel): Threshold['percentile'] => {
  if (objective === 0.99) return 'p99';
  if (objective === 0.95) return 'p95';
  throw new Error(`Nothing is counted at ${objective}`);
};

/** Thresholds that are the product's service levels, for all that is timed by one. */
export const thresholds: readonly Threshold[] = serviceLevels.flatMap((level) => {
  const metric = loadMetrics.find((name) => name === level.name);
  if (!metric || !('longerThan' in level.broken)) return [];
  return [{ metric, percentile: percentileOf(level), milliseconds: level.broken.longerThan * 1_000 }];
});

/** Share of requests that may fail: that of the service level of availability. */
export const failuresAllowed = 1 - (serviceLevels.find(({ name }) => name === 'availability')?.objective ?? 1);
