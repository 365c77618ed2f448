import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { goProgram } from '@waystory/k8s/check/go-programs.ts';
import { stringify } from 'yaml';
import { z } from 'zod';
import { until } from '../environment/progress.ts';

const everySeconds = 2;
const readyWithinMs = 60_000;

export interface Target {
  role: string;
  port: number;
}

const alerts = z.object({ data: z.object({ alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })) }) });
const vector = z.object({ data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }) });

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
    watch,
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;
