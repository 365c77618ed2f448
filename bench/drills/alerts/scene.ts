import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { goProgramPath } from '@waystory/k8s/check/go-programs.ts';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { SendRequest } from '../environment/client.ts';
import type { Environment } from '../environment/environment.ts';
import { runOpenLoop } from '../environment/load.ts';
import { until } from '../environment/progress.ts';

const everySeconds = 2;
const readyWithinMs = 60_000;

export interface ScrapeTarget {
  role: string;
  port: number;
}

const alerts = z.object({ data: z.object({ alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })) }) });
const vector = z.object({ data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }) });

/**
 * Builds Prometheus from its Go module if needed, and starts it in a folder.
 * @param rules alert rules, YAML
 */
export async function startPrometheus(folder: string, rules: string) {
  const program = await goProgramPath('prometheus', (line) => console.log(`     ${line}`));
  mkdirSync(folder, { recursive: true });
  const [port] = await findFreePorts(1);
  const targetsFile = join(folder, 'targets.json');
  const watch = (targets: readonly ScrapeTarget[]): void =>
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

/** A cluster, and a product in one process whose ledger the drill may corrupt. */
export interface AlertDrillContext {
  cluster: Environment;
  books: Environment;
  prometheus: Prometheus;
  folder: string;
}

export const scrapeTargetsOf = ({ cluster, books }: Pick<AlertDrillContext, 'cluster' | 'books'>): ScrapeTarget[] => [
  ...cluster.processes.map(({ roles, metricsPort }) => ({ role: roles[0] ?? '', port: metricsPort })),
  { role: 'books', port: books.processes[0]?.metricsPort ?? 0 },
];

export function runRepeatedly(everyMs: number, work: () => void): () => void {
  work();
  const timer = setInterval(work, everyMs);
  return () => clearInterval(timer);
}

/** Sends a signal to a process that may be restarting. */
export function sendSignal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // The process has just ended.
  }
}

/**
 * Suspends and resumes a process repeatedly.
 * @returns a function that ends the suspensions and resumes the process
 */
export function suspendRepeatedly(pid: () => number | undefined, stoppedMs: number, runsMs: number): () => void {
  const end = runRepeatedly(stoppedMs + runsMs, () => {
    sendSignal(pid(), 'SIGSTOP');
    setTimeout(() => sendSignal(pid(), 'SIGCONT'), stoppedMs);
  });
  return () => {
    end();
    sendSignal(pid(), 'SIGCONT');
    // The last suspension may be in progress.
    setTimeout(() => sendSignal(pid(), 'SIGCONT'), stoppedMs);
  };
}

const diskMiB = 64;

interface SmallDisk {
  target: ScrapeTarget;
  fill(): void;
  empty(): void;
  stop(): Promise<void>;
}

/** Starts a process on a small disk in a mount namespace. Null when the machine forbids the namespace, or the process is not ready in time. */
export async function startOnSmallDisk({ cluster, folder }: AlertDrillContext, port: number, metricsPort: number): Promise<SmallDisk | null> {
  const disk = join(folder, 'disk');
  mkdirSync(disk, { recursive: true });
  const env = { ...cluster.env, PORT: String(port), METRICS_PORT: String(metricsPort), DATA_DIR: disk };
  const script = `mount -t tmpfs -o size=${diskMiB}m tmpfs "$1" || exit 77; exec "$2" services/main.ts --roles query accounts`;
  const child: ChildProcess = spawn('unshare', ['--mount', 'bash', '-c', script, 'bash', disk, process.execPath], { env, stdio: 'ignore' });
  const ended = once(child, 'exit').catch(() => []);
  const isReady = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  const hasEnded = ended.then(() => false);
  if (!(await Promise.race([until(isReady, readyWithinMs), hasEnded]))) {
    child.kill('SIGKILL');
    return null;
  }
  // The disk is mounted only in the namespace of the child, so the path leads through `/proc`.
  const file = join(`/proc/${child.pid}/root`, disk, 'filling');
  return {
    target: { role: 'small-disk', port: metricsPort },
    fill: () => writeFileSync(file, Buffer.alloc(Math.floor(diskMiB * 0.95) * 2 ** 20)),
    empty: () => writeFileSync(file, ''),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Requests per second, because ratios need traffic. */
const perSecond = { reads: 6, writes: 2, questions: 1 / 20 };

/**
 * Reads, writes and questions at a steady rate, which the metrics of the product count.
 * @returns a function that ends the load
 */
export function startBackgroundLoad(ask: SendRequest): () => Promise<void> {
  const stopping = new AbortController();
  const running = Promise.all([
    runOpenLoop(perSecond.reads, () => read(ask), stopping.signal),
    runOpenLoop(perSecond.writes, () => write(ask), stopping.signal),
    runOpenLoop(perSecond.questions, () => question(ask), stopping.signal),
  ]);
  return async () => {
    stopping.abort();
    await running;
  };
}

let written = 0;
const read = (ask: SendRequest) => ask({ method: 'GET', path: '/api/itinerary-projections?limit=5', headers: { 'cache-control': 'no-cache' } });
/** Question to the assistant. The account needs credits, because a refused question is not measured. */
const question = (ask: SendRequest) =>
  ask({ method: 'POST', path: '/api/chat', body: { messages: [{ role: 'user', content: 'What is there to see in Lisbon?' }] } });
async function write(ask: SendRequest): Promise<void> {
  const { position } = await ask({ method: 'POST', path: '/api/itineraries', body: { title: `Background ${++written}`, visibility: 'PUBLIC' } });
  if (position > 0) await ask({ method: 'GET', path: '/api/itineraries?limit=1', headers: { 'x-after': String(position) } });
}
