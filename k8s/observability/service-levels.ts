import type { durationBuckets } from '@waystory/infra/http/metrics.ts';

/** Service level objectives. Alerts, dashboards and the thresholds of load tests all use this list. */
export interface ServiceLevel {
  name: 'availability' | 'reads' | 'writes' | 'search' | 'first-word' | 'write-to-read';
  /** The objective as a sentence, for the person on call. */
  promise: string;
  /** Share of requests that must meet the objective, between 0 and 1. */
  objective: number;
  /** Histogram that measures the objective. */
  histogram: 'waystory_http_request_seconds' | 'waystory_first_word_seconds' | 'waystory_read_wait_seconds';
  /** PromQL label matchers of the measured series. */
  of: string;
  /** Definition of a violation: an answer with these labels, or an answer that takes longer than this histogram bucket, seconds. */
  broken: { labels: string } | { longerThan: (typeof durationBuckets)[number] };
}

/** Routes of reads that scan a whole collection, a regular expression. */
const searches = '.*/(search|by-bounds|nearest)';
/**
 * Routes of writes without a latency objective, a regular expression. They wait for another party (a model, Stripe, an upload, an image service or a
 * router), or write many events.
 */
const handedOn = '/api/(chat|files).*|.*/(orders|optimize|reversals?|preview-images)(/.*)?';

export const serviceLevels: readonly ServiceLevel[] = [
  {
    name: 'availability',
    promise: '99.9 % of requests are answered, and not with an error of ours',
    objective: 0.999,
    histogram: 'waystory_http_request_seconds',
    of: '',
    broken: { labels: 'status=~"5.."' },
  },
  {
    name: 'reads',
    promise: '99 % of reads take at most 100 ms',
    objective: 0.99,
    histogram: 'waystory_http_request_seconds',
    of: `method=~"GET|HEAD",status=~"2..|304",route!~"/api/chat.*|${searches}"`,
    broken: { longerThan: 0.1 },
  },
  {
    name: 'writes',
    promise: '99 % of writes take at most 150 ms',
    objective: 0.99,
    histogram: 'waystory_http_request_seconds',
    of: `method=~"POST|PUT|PATCH|DELETE",status=~"2..",status!="202",route!~"${handedOn}"`,
    broken: { longerThan: 0.15 },
  },
  {
    name: 'search',
    promise: '99 % of searches take at most 250 ms',
    objective: 0.99,
    histogram: 'waystory_http_request_seconds',
    of: `method=~"GET|HEAD",status=~"2..|304",route=~"${searches}"`,
    broken: { longerThan: 0.25 },
  },
  {
    name: 'first-word',
    promise: '95 % of messages to the assistant see an answer begin within 2.5 s',
    objective: 0.95,
    histogram: 'waystory_first_word_seconds',
    of: '',
    broken: { longerThan: 2.5 },
  },
  {
    name: 'write-to-read',
    promise: '99 % of reads that are to have a certain write have it within 500 ms',
    objective: 0.99,
    histogram: 'waystory_read_wait_seconds',
    of: '',
    broken: { longerThan: 0.5 },
  },
];

/** Minimum request rate per second, because a share of fewer than three requests a minute is meaningless. */
const leastPerSecond = 0.05;

/**
 * PromQL: the share of requests in a window that violate the objective, 0 to 1. No value below the minimum request rate. @param limitOf Maps the
 * latency limit of the objective, seconds, to a bucket of the histogram.
 */
export function brokenShareQuery({ histogram, of, broken }: ServiceLevel, window: string, limitOf: (seconds: number) => number): string {
  const rate = (suffix: 'bucket' | 'count', ...labels: string[]): string =>
    `sum(rate(${histogram}_${suffix}{${labels.filter((label) => label !== '').join(',')}}[${window}]))`;
  const all = `(${rate('count', of)} > ${leastPerSecond})`;
  return 'labels' in broken
    ? `(${rate('count', of, broken.labels)} or vector(0)) / ${all}`
    : `1 - ${rate('bucket', of, `le="${limitOf(broken.longerThan)}"`)} / ${all}`;
}
