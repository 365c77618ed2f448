import { type Html, html } from '@waystory/services/sandbox/pages/html.ts';
import { type LoadMetric, type LoadReport, type ReportInterval, secondsPerSlice } from './report.ts';

const [width, height, margin] = [720, 180, 40];
const colours = ['#0e6069', '#c2572b', '#5b4a9c', '#8a6d1c', '#a8325e', '#3f7d3a', '#2f6db0', '#7a4a2b'] as const;
/** Maximum number of lines that can be told apart. */
const maxLines = 24;

/** Time series with one value per step; undefined for a step without a value. */
interface Line {
  name: string;
  values: readonly (number | undefined)[];
}

/** Value with two significant digits, or as an integer from 10 on. */
const rounded = (value: number): string => String(Math.abs(value) < 10 ? Number(value.toPrecision(2)) : Math.round(value));

/** SVG line chart from zero to the largest value; null without values. @param seconds length of the time axis */
function plot(title: string, unit: string, lines: readonly Line[], seconds: number): Html | null {
  const drawn = lines.slice(0, maxLines).map((line, index) => ({ ...line, colour: colours[index % colours.length] ?? colours[0] }));
  const values = drawn.flatMap((line) => line.values.filter((value) => value !== undefined));
  if (values.length === 0) return null;
  const most = values.reduce((one, other) => Math.max(one, other), 0) || 1;
  const steps = Math.max(1, ...drawn.map((line) => line.values.length - 1));
  const x = (index: number): string => (margin + (index / steps) * (width - margin)).toFixed(1);
  const y = (value: number): string => (height - (value / most) * (height - 12)).toFixed(1);
  const drawingOf = (line: Line & { colour: string }): Html => {
    const points = line.values.flatMap((value, index) => (value === undefined ? [] : [`${x(index)},${y(value)}`]));
    // A single value is drawn as a dot.
    const all = points.length === 1 ? [...points, ...points] : points;
    return html`<polyline points="${all.join(' ')}" fill="none" stroke="${line.colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;
  };
  return html`<figure>
<figcaption>${title}</figcaption>
<svg viewBox="0 0 ${width} ${height + 20}" role="img" aria-label="${title}">
<line x1="${margin}" x2="${width}" y1="${height}" y2="${height}" stroke="currentColor" opacity=".3"/>
${drawn.map(drawingOf)}
<text x="0" y="12">${rounded(most)} ${unit}</text><text x="0" y="${height}">0</text>
<text x="${margin}" y="${height + 16}">0 s</text><text x="${width}" y="${height + 16}" text-anchor="end">${seconds} s</text>
</svg>
<p>${drawn.map(({ name, colour }) => html`<span><i style="background:${colour}"></i>${name}</span>`)}</p>
</figure>`;
}

const style = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{max-width:760px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem;margin:0}
table{border-collapse:collapse;width:100%;margin:1rem 0}
th,td{text-align:right;padding:.3rem .5rem;border-bottom:1px solid color-mix(in srgb,currentColor 15%,transparent)}
th:first-child,td:first-child{text-align:left}
.missed td:last-child{color:#c2572b;font-weight:600}
.held td:last-child{color:#3f8f5a}
figure{margin:1.5rem 0}
figcaption{font-weight:600}
svg{width:100%;height:auto}
text{font-size:11px;fill:currentColor;opacity:.7}
figure p{margin:.2rem 0;display:flex;gap:.2rem 1rem;flex-wrap:wrap;font-size:.85rem}
i{display:inline-block;width:.8em;height:.8em;border-radius:50%;margin-right:.4em}`;

/** Self-contained HTML page. */
const pageWith = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`.text;

/** Plot lines of p99, of the metrics that were measured. */
const p99Lines = (slices: readonly ReportInterval[], names: readonly LoadMetric[]): Line[] =>
  names.map((name) => ({ name, values: slices.map(({ p99 }) => p99[name]) })).filter(({ values }) => values.some((value) => value !== undefined));

/** Report as an HTML page: service levels, latencies, and both over time. */
export function reportPageOf(title: string, { visits, answered, failed, refused, times, judgements, slices }: LoadReport): string {
  const verdicts = judgements.map(({ what, limit, figure, held }) => {
    const verdict = held ? 'held' : 'missed';
    return html`<tr class="${verdict}"><td>${what}</td><td>${rounded(figure)}</td><td>${rounded(limit)}</td><td>${verdict}</td></tr>`;
  });
  const timed = Object.entries(times).map(
    ([name, { count, p50, p95, p99, max }]) =>
      html`<tr><td>${name}</td>${[count, p50, p95, p99, max].map((cell) => html`<td>${rounded(cell)}</td>`)}</tr>`,
  );
  const perSecond = (name: string, count: (slice: ReportInterval) => number): Line => ({
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
