import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { cpuSecondsOf, memoryMiBOf } from '../harness/process-usage.ts';
import { quantile } from '../harness/quantiles.ts';
import { keep, machine, machineText, numberText, printTable } from '../harness/report.ts';

/** Its own node and the system's; no setting of this shell changes a measurement. */
const path = `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
/** Itineraries of the world that a first start draws. */
const worldSize = 208;
const askEveryMs = 20;
const startedWithinMs = 120_000;
/** Seconds after the start at which the product is looked at while nobody asks it anything, and for how long. */
const [restAfter, restFor] = [60, 30];
const bars = { firstStories: 2, allStories: 4, memoryMiB: 300, cpuPerSecond: 5 };

interface Start {
  /** Until the list has a story, and all of them, in seconds after the command. */
  firstStories: number;
  allStories: number;
}

interface Rest {
  memoryMiB: number;
  /** Milliseconds of CPU a second. */
  cpuPerSecond: number;
}

/** A new data folder, `npm start`'s own command, and a list of stories asked for until it is full; after the last start, what the product takes at rest. */
export async function firstStartBench({ short }: { short: boolean }): Promise<boolean> {
  const count = short ? 2 : 6;
  const before = machine();
  const starts: Start[] = [];
  let rest: Rest | null = null;
  for (let turn = 0; turn < count; turn++)
    await withNewProduct(async (pid, port) => {
      starts.push(await watchStart(port));
      if (turn === count - 1) rest = await atRest(pid);
    });
  return report(before, starts, rest ?? { memoryMiB: Number.NaN, cpuPerSecond: Number.NaN });
}

async function withNewProduct(use: (pid: number, port: number) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waystory-first-start-'));
  const [port] = await freePorts(1);
  const env = { PATH: path, PORT: String(port), DATA_DIR: folder };
  const child = spawn('npm', ['start'], { cwd: join(import.meta.dirname, '../..'), env, stdio: 'ignore', detached: true });
  try {
    if (child.pid === undefined) throw new Error('npm did not start');
    await use(child.pid, port);
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }
}

async function watchStart(port: number): Promise<Start> {
  const started = performance.now();
  const since = (): number => (performance.now() - started) / 1_000;
  let firstStories = 0;
  while (since() * 1_000 < startedWithinMs) {
    const total = await storiesAt(port);
    if (total > 0) firstStories ||= since();
    if (total >= worldSize) return { firstStories, allStories: since() };
    await pause(askEveryMs);
  }
  throw new Error('The world was not complete in time');
}

/** How many stories the list has; 0 while nobody answers. */
async function storiesAt(port: number): Promise<number> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/itinerary-projections?limit=1`, { headers: { 'cache-control': 'no-cache' } });
    if (!response.ok) return 0;
    return ((await response.json()) as { total: number }).total; // the product's own shape
  } catch {
    return 0;
  }
}

async function atRest(pid: number): Promise<Rest> {
  await pause(restAfter * 1_000);
  const memoryMiB = memoryMiBOf([pid]);
  const cpuBefore = cpuSecondsOf([pid]);
  await pause(restFor * 1_000);
  return { memoryMiB, cpuPerSecond: ((cpuSecondsOf([pid]) - cpuBefore) * 1_000) / restFor };
}

function report(before: ReturnType<typeof machine>, starts: readonly Start[], rest: Rest): boolean {
  const median = (of: keyof Start): number =>
    quantile(
      starts.map((one) => one[of]),
      0.5,
    );
  const figures = { firstStories: median('firstStories'), allStories: median('allStories'), ...rest };
  const labels: Record<keyof typeof figures, string> = {
    firstStories: 'first stories, s after the command',
    allStories: `all ${worldSize}, s after the command`,
    memoryMiB: `memory ${restAfter} s later, whole process tree, MiB (PSS)`,
    cpuPerSecond: 'CPU then, ms a second',
  };
  const keys = Object.keys(bars) as (keyof typeof bars)[]; // its own keys
  console.log(`first-start, ${starts.length} starts: ${machineText()}`);
  printTable(
    ['what', 'figure', 'bar', 'verdict'],
    keys.map((key) => [labels[key], numberText(figures[key]), `<= ${bars[key]}`, figures[key] <= bars[key] ? 'held' : 'missed']),
  );
  console.log(keep('first-start', before, { starts, rest }));
  return keys.every((key) => figures[key] <= bars[key]);
}
