import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { burnRate, type Pace } from '@waystory/k8s/observability/alert-rules.ts';
import { html } from '@waystory/services/sandbox/pages/html.ts';
import { z } from 'zod';
import { pageWith, plot } from '../../harness/plot.ts';
import type { Tally } from '../tally.ts';
import type { Prometheus } from './prometheus.ts';

const file = new URL('../../../k8s/observability/dashboards/waystory.json', import.meta.url);
const out = new URL('../../out/', import.meta.url);
const dashboard = z.object({
  title: z.string(),
  panels: z.array(
    z.object({
      title: z.string(),
      fieldConfig: z.object({ defaults: z.object({ unit: z.string().default('') }) }),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string().default('') })),
    }),
  ),
});

/** What Grafana puts in place of its variable, and how far points are apart, seconds. */
const [rateSeconds, stepSeconds] = [20, 4];

const nameOf = (legend: string, labels: Readonly<Record<string, string>>): string =>
  legend.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, label: string) => labels[label] ?? '') || Object.values(labels).join(' ') || 'value';

/**
 * Draws the dashboard as Grafana would, from what Prometheus has seen, into a page; sees that every query answers something.
 * Grafana itself is under the AGPL and not started here.
 * @param since milliseconds since 1970
 * @param pace of the rules that Prometheus goes by
 */
export async function drawDashboard(prometheus: Prometheus, since: number, pace: Pace, tally: Tally): Promise<void> {
  const { title, panels } = dashboard.parse(JSON.parse(readFileSync(file, 'utf8')));
  const silent: string[] = [];
  const figures = [];
  const hour = 3_600;
  const asSeen = (expr: string): string =>
    expr.replaceAll('$__rate_interval', `${rateSeconds}s`).replaceAll(burnRate(hour), burnRate(pace.window(hour)));
  const span = { from: since / 1_000, to: Date.now() / 1_000, stepSeconds };
  for (const panel of panels) {
    const lines = [];
    for (const { expr, legendFormat } of panel.targets) {
      const series = await prometheus.range(asSeen(expr), span);
      if (series.length === 0) silent.push(`${panel.title}: ${expr}`);
      lines.push(...series.map(({ labels, values }) => ({ name: nameOf(legendFormat, labels), values })));
    }
    figures.push(plot(panel.title, panel.fieldConfig.defaults.unit, lines, Math.round(span.to - span.from)));
  }
  mkdirSync(out, { recursive: true });
  writeFileSync(new URL('dashboard.html', out), pageWith(title, html`${figures}`));
  tally.record(silent.length === 0, `every query of the dashboard answers something${silent.length > 0 ? `, but not ${silent.join('; ')}` : ''}`);
}
