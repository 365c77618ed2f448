import type { buckets } from '@waystory/infra/http/metrics.ts';
/** What people may rely on. Alerts, dashboards and the thresholds of load tests all go by this list. */
export interface ServiceLevel {
  name: 'availability' | 'reads' | 'writes' | 'search' | 'first-word' | 'write-to-read';
  /** A sentence for whoever is woken. */
  promise: string;
  /** Share of all that keeps the promise, above 0 and below 1. */
  objective: number;
  /** Histogram that it is counted with. */
  histogram: 'waystory_http_request_seconds' | 'waystory_first_word_seconds' | 'waystory_read_wait_seconds';
  /** Label matchers of the series that count, in PromQL. */
  of: string;
  /** What breaks the promise: an answer like this, or one that takes longer than so many seconds, of those that the histogram tells apart. */
  broken:
    | {
        labels: string;
      }
    | {
        longerThan: (typeof buckets)[number];
      };
}
export declare const serviceLevels: readonly ServiceLevel[];
/** PromQL: the share of a window that breaks the promise, 0 to 1; nothing while hardly anything is asked. */
export declare function brokenShare({ histogram, of, broken }: ServiceLevel, window: string): string;
