// `node k8s/observability/alert-rules.ts` writes alerts.yaml; a test checks that it is up to date.
import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { brokenShareQuery, serviceLevels } from './service-levels.ts';

/** Generated file with the alert rules, which Prometheus reads. */
export const alertsFile = new URL('./alerts.yaml', import.meta.url);

/** Scale of the times in the rules: unchanged in production, shorter in drills. */
export interface TimeScale {
  /** Scales windows and the durations for which a condition must hold, seconds. */
  window: (seconds: number) => number;
  /** Scales limits of measured delays, seconds. */
  delay: (seconds: number) => number;
  /** Maps the latency limit of a service level, seconds, to a bucket of its histogram. */
  limit: (seconds: number) => number;
}
const asItIs: TimeScale = { window: (seconds) => seconds, delay: (seconds) => seconds, limit: (seconds) => seconds };

interface Alert {
  alert: string;
  expr: string;
  /** Duration for which the condition must hold, seconds. */
  for?: number;
  /** `critical` pages the person on call; `warning` can wait until the next morning. */
  severity: 'critical' | 'warning';
  /** Summary of the alert, a Go template of Prometheus. */
  summary: string;
}

const minute = 60;
const hour = 60 * minute;

/**
 * Multi-window burn rates: two windows each, so that an alert starts and resolves soon, and no short peak causes it. Factors for a budget of 30 days
 * are from Google's SRE workbook (https://sre.google/workbook/alerting-on-slos/). At 14.4 one hour uses 2 % of the budget; at 6 six hours use 5 %.
 */
const burns = [
  { alert: 'BudgetBurnsFast', long: hour, short: 5 * minute, factor: 14.4, severity: 'critical' },
  { alert: 'BudgetBurnsSlowly', long: 6 * hour, short: 30 * minute, factor: 6, severity: 'warning' },
] as const;

/** Name of the series with the burn rate over `seconds`: how much faster than allowed the error budget is used up. */
export const burnRateSeries = (seconds: number): string => `service_level:burn:rate${seconds}s`;

const requests = (window: string, labels = ''): string => `sum(rate(waystory_http_request_seconds_count{${labels}}[${window}]))`;

/** Alerts on conditions other than burn rates. */
function conditions({ window, delay }: TimeScale): readonly Alert[] {
  const fiveMinutes = `${window(5 * minute)}s`;
  return [
    {
      alert: 'NothingIsMeasured',
      expr: 'absent(waystory_log_head)',
      for: 5 * minute,
      severity: 'critical',
      summary: 'No process tells its metrics',
    },
    {
      alert: 'ProcessDown',
      expr: 'up{job="waystory"} == 0',
      for: 2 * minute,
      severity: 'warning',
      summary: 'A {{ $labels.role }} process at {{ $labels.instance }} does not answer',
    },
    {
      alert: 'ProjectionsAreNotMeasured',
      expr: 'absent(waystory_projection_lag_seconds) and on () waystory_log_head',
      for: 5 * minute,
      severity: 'critical',
      summary: 'No projector tells how far its read models are',
    },
    {
      alert: 'ProjectionBehind',
      expr: `max by (projection, partition) (waystory_projection_lag_seconds) > ${delay(30)}`,
      for: 5 * minute,
      severity: 'warning',
      summary: '{{ $labels.projection }} shows what was true {{ $value | humanizeDuration }} ago',
    },
    {
      alert: 'ProjectionStands',
      expr: `min by (projection) (waystory_projection_lag_events) > 0 and on (projection) max by (projection) (waystory_projection_lag_seconds) > ${delay(600)}`,
      for: 5 * minute,
      severity: 'critical',
      summary: '{{ $labels.projection }} has not caught up for ten minutes',
    },
    {
      alert: 'EventsParked',
      expr: 'max by (consumer) (waystory_parked_events) > 0',
      for: 5 * minute,
      severity: 'warning',
      summary: '{{ $labels.consumer }} could not handle {{ $value }} events',
    },
    {
      alert: 'RequestsFail',
      expr: `${requests(fiveMinutes, 'status="500"')} / ${requests(fiveMinutes)} > 0.01`,
      for: 5 * minute,
      severity: 'critical',
      summary: '{{ $value | humanizePercentage }} of the requests fail',
    },
    {
      alert: 'PartsAreAway',
      expr: `${requests(fiveMinutes, 'status="503"')} / ${requests(fiveMinutes)} > 0.05`,
      for: 2 * minute,
      severity: 'critical',
      summary: '{{ $value | humanizePercentage }} of the requests are told to come back later',
    },
    {
      alert: 'RequestsAreSlow',
      expr: `histogram_quantile(0.99, sum by (le, role) (rate(waystory_http_request_seconds_bucket[${fiveMinutes}]))) > 1`,
      for: 10 * minute,
      severity: 'warning',
      summary: 'One in a hundred requests to {{ $labels.role }} takes longer than {{ $value | humanizeDuration }}',
    },
    {
      alert: 'ProcessBlocked',
      expr: 'nodejs_eventloop_lag_p99_seconds > 0.5',
      for: 5 * minute,
      severity: 'warning',
      summary: 'A {{ $labels.role }} process at {{ $labels.instance }} is busy for {{ $value | humanizeDuration }} at a time',
    },
    {
      alert: 'DiskNearlyFull',
      expr: 'min by (role, instance) (waystory_disk_free_ratio) < 0.1',
      for: 5 * minute,
      severity: 'critical',
      summary: 'The disk of a {{ $labels.role }} process at {{ $labels.instance }} has {{ $value | humanizePercentage }} left',
    },
    {
      alert: 'StripeIsNotHeard',
      expr: `max(waystory_reactor_lag_seconds{reactor="hand-on-stripe-events"}) > ${delay(60)}`,
      for: 2 * minute,
      severity: 'critical',
      summary: 'Events of Stripe wait in the inbox for {{ $value | humanizeDuration }}',
    },
    {
      alert: 'OrdersStandStill',
      expr: 'max(waystory_orders_overdue) > 0',
      for: 10 * minute,
      severity: 'critical',
      summary: '{{ $value }} orders should have gone on by now',
    },
    {
      alert: 'AnotherAmountWasPaid',
      expr: 'max(waystory_orders_amount_differs) > 0',
      severity: 'critical',
      summary: '{{ $value }} orders were paid with another amount or currency than they cost, and have no credits',
    },
    {
      alert: 'LedgerDoesNotAddUp',
      expr: 'max(waystory_ledger_faults) > 0',
      severity: 'critical',
      summary: '{{ $value }} entries of credits do not add up',
    },
  ];
}

const budgets = ({ window }: TimeScale): readonly Alert[] =>
  burns.map(({ alert, long, short, factor, severity }) => ({
    alert,
    expr: `${burnRateSeries(window(long))} > ${factor} and ${burnRateSeries(window(short))} > ${factor}`,
    severity,
    summary: 'The promise of {{ $labels.service_level }} is broken {{ $value | printf "%.1f" }} times as often as it may be',
  }));

/** File name of an alert's runbook in `runbooks/`. */
export const runbookFileOf = (alert: string): string => `${alert.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}.md`;

const ruleOf = (pace: TimeScale, { alert, expr, for: seconds, severity, summary }: Alert) => ({
  alert,
  expr,
  ...(seconds !== undefined && { for: `${pace.window(seconds)}s` }),
  labels: { severity },
  annotations: { summary, runbook: `runbooks/${runbookFileOf(alert)}` },
});

/** Names of all alerts. */
export const alertNames: readonly string[] = [...conditions(asItIs), ...budgets(asItIs)].map(({ alert }) => alert);

/** Alert rules for Prometheus, YAML. */
export function alertRules(pace: TimeScale = asItIs): string {
  const windows = [...new Set(burns.flatMap(({ short, long }) => [pace.window(short), pace.window(long)]))];
  const recorded = serviceLevels.flatMap((level) =>
    windows.map((seconds) => ({
      record: burnRateSeries(seconds),
      expr: `(${brokenShareQuery(level, `${seconds}s`, pace.limit)}) / ${Number((1 - level.objective).toFixed(6))}`,
      labels: { service_level: level.name },
    })),
  );
  const groups = [
    { name: 'waystory', rules: conditions(pace).map((alert) => ruleOf(pace, alert)) },
    { name: 'waystory-service-levels', rules: [...recorded, ...budgets(pace).map((alert) => ruleOf(pace, alert))] },
  ];
  return `# Made by \`npm run generate\` from alert-rules.ts and service-levels.ts.\n${stringify({ groups }, { lineWidth: 0 })}`;
}

if (import.meta.main) writeFileSync(alertsFile, alertRules());
