import { html } from '@waystory/services/sandbox/pages/html.ts';
import { type Line, pageWith, plot, rounded } from '../harness/plot.ts';
import { type LoadMetric, secondsPerSlice } from './metrics.ts';
import type { LoadReport, Slice } from './report.ts';

/** Plot lines of p99, of the metrics that were measured. */
const p99Lines = (slices: readonly Slice[], names: readonly LoadMetric[]): Line[] =>
  names.map((name) => ({ name, values: slices.map(({ p99 }) => p99[name]) })).filter(({ values }) => values.some((value) => value !== undefined));

/** Report as an HTML page: service levels, latencies, and both over time. */
export function pageOf(title: string, { visits, answered, failed, refused, times, judgements, slices }: LoadReport): string {
  const verdicts = judgements.map(({ what, limit, figure, held }) => {
    const verdict = held ? 'held' : 'missed';
    return html`<tr class="${verdict}"><td>${what}</td><td>${rounded(figure)}</td><td>${rounded(limit)}</td><td>${verdict}</td></tr>`;
  });
  const timed = Object.entries(times).map(
    ([name, { count, p50, p95, p99, max }]) =>
      html`<tr><td>${name}</td>${[count, p50, p95, p99, max].map((cell) => html`<td>${rounded(cell)}</td>`)}</tr>`,
  );
  const perSecond = (name: string, count: (slice: Slice) => number): Line => ({
    name,
    values: slices.map((slice) => count(slice) / secondsPerSlice),
  });
  const arrivals = [
    perSecond('visitors', (slice) => slice.arrivals),
    perSecond('failed', (slice) => slice.failed),
    perSecond('told to retry later', (slice) => slice.refused),
  ];
  const seconds = (slices.length - 1) * secondsPerSlice;
  return pageWith(
    title,
    html`<p>${visits} visits, ${answered} requests answered, ${failed} failed, ${refused} told to retry later.</p>
<table><tr><th>service level</th><th>figure</th><th>at most</th><th></th></tr>${verdicts}</table>
<table><tr><th>milliseconds</th><th>count</th><th>p50</th><th>p95</th><th>p99</th><th>max</th></tr>${timed}</table>
${plot('Visitors', '/s', arrivals, seconds)}
${plot('p99 of reads, writes and searches', 'ms', p99Lines(slices, ['reads', 'writes', 'search', 'write-to-read']), seconds)}
${plot('p99 of long operations', 'ms', p99Lines(slices, ['first-word', 'answer', 'upload', 'order', 'bulk']), seconds)}`,
  );
}
