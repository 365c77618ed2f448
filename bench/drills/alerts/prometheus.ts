import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { goProgram } from '@waystory/k8s/check/go-programs.ts';
import { burnRate, type Pace } from '@waystory/k8s/observability/alert-rules.ts';
import { html } from '@waystory/services/sandbox/pages/html.ts';
import { stringify } from 'yaml';
import { z } from 'zod';
import { pageWith, plot } from '../../harness/plot.ts';
import { until } from '../environment/progress.ts';
import type { Tally } from '../tally.ts';

const everySeconds = 2;
const readyWithinMs = 60_000;

export interface Target {
  role: string;
  port: number;
}

const alerts = z.object({ data: z.object({ alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })) }) });
const matrix = z.object({
  data: z.object({ result: z.array(z.object({ metric: z.record(z.string(), z.string()), values: z.array(z.tuple([z.number(), z.string()])) })) }),
});
const vector = z.object({ data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }) });

const numberOr = (value: number | undefined): number | undefined => (Number.isFinite(value) ? value : undefined);

/** Builds Prometheus from its module if needed, and starts it in a folder. @param rules YAML */
export async function startPrometheus(folder: string, rules: string) {
  const program = await goProgram('prometheus', (line) => console.log(`     ${line}`));
  mkdirSync(folder, { recursive: true });
  const [port] = await freePorts(1);
  const targetsFile = join(folder, 'targets.json');
  const watch = (targets: readonly Target[]): void =>
    writeFileSync(targetsFile, JSON.stringify(targets.map(({ role, port: at }) => ({ targets: [`127.0.0.1:${at}`], labels: { role } }))));
  watch([]);
  writeFileSync(join(folder, 'alerts.yaml'), rules);
  const every = `${everySeconds}s`;
  const config = {
    global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: every },
    rule_files: ['alerts.yaml'],
    scrape_configs: [{ job_name: 'waystory', file_sd_configs: [{ files: [targetsFile], refresh_interval: '1s' }] }],
  };
  writeFileSync(join(folder, 'prometheus.yaml'), stringify(config));
  const log = openSync(join(folder, 'prometheus.log'), 'a');
  const args = [`--config.file=${join(folder, 'prometheus.yaml')}`, `--storage.tsdb.path=${join(folder, 'data')}`];
  const child = spawn(program, [...args, `--web.listen-address=127.0.0.1:${port}`, '--log.level=warn'], { stdio: ['ignore', log, log] });
  const ended = once(child, 'exit');
  const address = `http://127.0.0.1:${port}`;
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${address}${path}`, { signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`Prometheus answered ${response.status} to ${path}: ${await response.text()}`);
    return response.json();
  };
  const isReady = async (): Promise<boolean> => (await fetch(`${address}/-/ready`)).ok;
  if (!(await until(isReady, readyWithinMs))) {
    child.kill('SIGKILL');
    throw new Error('Prometheus was not ready in time');
  }
  return {
    /** Names of alerts that fire now. */
    async firing(): Promise<string[]> {
      const { data } = alerts.parse(await get('/api/v1/alerts'));
      return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname ?? '');
    },
    async query(expr: string): Promise<number[]> {
      const { data } = vector.parse(await get(`/api/v1/query?query=${encodeURIComponent(expr)}`));
      return data.result.map(({ value: [, value] }) => Number(value));
    },
    /** Series of a span, seconds since 1970. */
    async range(expr: string, { from, to, stepSeconds }: { from: number; to: number; stepSeconds: number }) {
      const query = new URLSearchParams({ query: expr, start: String(from), end: String(to), step: String(stepSeconds) });
      const { data } = matrix.parse(await get(`/api/v1/query_range?${query}`));
      return data.result.map(({ metric, values }) => {
        const byStep = new Map(values.map(([at, value]) => [Math.round((at - from) / stepSeconds), Number(value)]));
        const steps = Math.floor((to - from) / stepSeconds) + 1;
        // NaN is a division by nothing.
        return { labels: metric, values: Array.from({ length: steps }, (_, step) => numberOr(byStep.get(step))) };
      });
    },
    watch,
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;

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

/** Values of Grafana's rate interval and of the query step, seconds. */
const [rateSeconds, stepSeconds] = [20, 4];

const nameOf = (legend: string, labels: Readonly<Record<string, string>>): string =>
  legend.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, label: string) => labels[label] ?? '') || Object.values(labels).join(' ') || 'value';

/** Draws the dashboard into a page from the data of Prometheus, and records that every query has an answer. Grafana is under the AGPL and not started. */
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
