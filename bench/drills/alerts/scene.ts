import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ask } from '../environment/client.ts';
import type { Environment } from '../environment/environment.ts';
import { arrive } from '../environment/load.ts';
import { until } from '../environment/progress.ts';
import type { Prometheus, Target } from './prometheus.ts';

/** A cluster, and a product in one process whose ledger the drill may corrupt. */
export interface Scene {
  cluster: Environment;
  books: Environment;
  prometheus: Prometheus;
  folder: string;
}

export const targetsOf = ({ cluster, books }: Pick<Scene, 'cluster' | 'books'>): Target[] => [
  ...cluster.processes.map(({ roles, metricsPort }) => ({ role: roles[0] ?? '', port: metricsPort })),
  { role: 'books', port: books.processes[0]?.metricsPort ?? 0 },
];

export function repeatedly(everyMs: number, work: () => void): () => void {
  work();
  const timer = setInterval(work, everyMs);
  return () => clearInterval(timer);
}

/** Sends a signal to a process that may be restarting. */
export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // The process has just ended.
  }
}

/**
 * Suspends and resumes a process repeatedly.
 * @returns a function that ends this and lets the process run
 */
export function stutter(pid: () => number | undefined, stoppedMs: number, runsMs: number): () => void {
  const end = repeatedly(stoppedMs + runsMs, () => {
    signal(pid(), 'SIGSTOP');
    setTimeout(() => signal(pid(), 'SIGCONT'), stoppedMs);
  });
  return () => {
    end();
    signal(pid(), 'SIGCONT');
    // The last suspension may be in progress.
    setTimeout(() => signal(pid(), 'SIGCONT'), stoppedMs);
  };
}

const diskMiB = 64;
const readyWithinMs = 60_000;

interface SmallDisk {
  target: Target;
  fill(): void;
  empty(): void;
  stop(): Promise<void>;
}

/** Starts a process on a small disk in a mount namespace; null where that is not allowed. */
export async function startOnSmallDisk({ cluster, folder }: Scene, port: number, metricsPort: number): Promise<SmallDisk | null> {
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
  // Only its own processes see the disk at that path.
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

/** Times a second: ratios need traffic. */
const perSecond = { reads: 6, writes: 2, questions: 1 / 20 };

/**
 * Reads and writes at a steady rate. The metrics count the answers.
 * @returns a function that ends the load
 */
export function startBackgroundLoad(ask: Ask): () => Promise<void> {
  const stopping = new AbortController();
  const running = Promise.all([
    arrive(perSecond.reads, () => read(ask), stopping.signal),
    arrive(perSecond.writes, () => write(ask), stopping.signal),
    arrive(perSecond.questions, () => question(ask), stopping.signal),
  ]);
  return async () => {
    stopping.abort();
    await running;
  };
}

let written = 0;
const read = (ask: Ask) => ask({ method: 'GET', path: '/api/itinerary-projections?limit=5', headers: { 'cache-control': 'no-cache' } });
/** An account without credits is refused, and nothing is measured. */
const question = (ask: Ask) =>
  ask({ method: 'POST', path: '/api/chat', body: { messages: [{ role: 'user', content: 'What is there to see in Lisbon?' }] } });
async function write(ask: Ask): Promise<void> {
  const { position } = await ask({ method: 'POST', path: '/api/itineraries', body: { title: `Background ${++written}`, visibility: 'PUBLIC' } });
  if (position > 0) await ask({ method: 'GET', path: '/api/itineraries?limit=1', headers: { 'x-after': String(position) } });
}
