import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { goProgram } from '@waystory/k8s/check/go-programs.ts';
import { stringify } from 'yaml';
import { z } from 'zod';
import { until } from '../cluster/progress.ts';

/** Between two looks at the processes and at the rules, seconds. */
const everySeconds = 2;
const readyWithinMs = 60_000;

/** A process that tells its metrics at a port of this machine. */
export interface Target {
  role: string;
  port: number;
}

/** An alert that fires. */
export interface FiringAlert {
  name: string;
  labels: Readonly<Record<string, string>>;
}

/** Some time, in seconds since 1970, and how far points are apart in it. */
export interface Span {
  from: number;
  to: number;
  stepSeconds: number;
}

/** Values over time; undefined where there is none. */
export interface Series {
  labels: Readonly<Record<string, string>>;
  values: (number | undefined)[];
}

/** A server of Prometheus that looks at some processes. */
export interface Prometheus {
  /** Alerts that fire now. */
  firing(): Promise<FiringAlert[]>;
  /** Values that a query has now. @throws Error when it is refused */
  query(expr: string): Promise<number[]>;
  /** Series of a query over time, with a value for each step. @throws Error when it is refused */
  range(expr: string, span: Span): Promise<Series[]>;
  /** Has it look at these from now on. */
  watch(targets: readonly Target[]): void;
  stop(): Promise<void>;
}

const alerts = z.object({ data: z.object({ alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })) }) });
const matrix = z.object({
  data: z.object({ result: z.array(z.object({ metric: z.record(z.string(), z.string()), values: z.array(z.tuple([z.number(), z.string()])) })) }),
});
const vector = z.object({ data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }) });

const numberOr = (value: number | undefined): number | undefined => (Number.isFinite(value) ? value : undefined);

/**
 * Builds it from its module if needed, and starts it in a folder.
 * @param rules text of its rules, YAML
 * @throws Error when it does not answer in time
 */
export async function startPrometheus(folder: string, rules: string): Promise<Prometheus> {
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
    async firing() {
      const { data } = alerts.parse(await get('/api/v1/alerts'));
      return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => ({ name: labels.alertname ?? '', labels }));
    },
    async query(expr) {
      const { data } = vector.parse(await get(`/api/v1/query?query=${encodeURIComponent(expr)}`));
      return data.result.map(({ value: [, value] }) => Number(value));
    },
    async range(expr, { from, to, stepSeconds }) {
      const query = new URLSearchParams({ query: expr, start: String(from), end: String(to), step: String(stepSeconds) });
      const { data } = matrix.parse(await get(`/api/v1/query_range?${query}`));
      return data.result.map(({ metric, values }) => {
        const byStep = new Map(values.map(([at, value]) => [Math.round((at - from) / stepSeconds), Number(value)]));
        const steps = Math.floor((to - from) / stepSeconds) + 1;
        // NaN is a division by nothing: no value.
        return { labels: metric, values: Array.from({ length: steps }, (_, step) => numberOr(byStep.get(step))) };
      });
    },
    watch,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
