import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

// Linux only: everything here comes from `/proc`.

/** Clock ticks per second in `/proc`, on every platform that Node supports. */
const ticksPerSecond = 100;

interface ProcessTimes {
  parent: number;
  /** User and system time, also of exited children that the process has waited for. */
  ticks: number;
}

/** Content of a file of a process; null when it has exited. */
function procFile(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return null;
  }
}

/** All processes with their times. */
function processes(): Map<number, ProcessTimes> {
  const all = new Map<number, ProcessTimes>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = procFile(Number(pid), 'stat');
    if (stat === null) continue;
    // The name of a program may hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    all.set(Number(pid), { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) });
  }
  return all;
}

/** Child processes with their command lines. */
export const childrenOf = (pid: number): { pid: number; title: string }[] =>
  [...processes()].filter(([, { parent }]) => parent === pid).map(([child]) => ({ pid: child, title: procFile(child, 'cmdline') ?? '' }));

function belongs(pid: number, roots: readonly number[], all: ReadonlyMap<number, ProcessTimes>): boolean {
  for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (roots.includes(at)) return true;
  return false;
}

/** Pids of some processes and all their descendants. */
function treeOf(roots: readonly number[]): number[] {
  const all = processes();
  return [...all.keys()].filter((pid) => belongs(pid, roots, all));
}

/**
 * CPU seconds, user and system, of some processes and all their descendants. The time of an exited descendant is added to that of its parent, so that
 * differences are complete.
 */
export function cpuSecondsOf(roots: readonly number[]): number {
  const all = processes();
  let ticks = 0;
  for (const [pid, times] of all) if (belongs(pid, roots, all)) ticks += times.ticks;
  return ticks / ticksPerSecond;
}

/**
 * Waits until processes, with all descendants, use at most `share` of one core during `overMs` milliseconds.
 * @param looks maximum number of measured intervals
 */
export async function untilIdle(
  pids: readonly number[],
  { share, overMs, looks = Number.POSITIVE_INFINITY }: { share: number; overMs: number; looks?: number },
): Promise<void> {
  for (let look = 0; look < looks; look++) {
    const before = cpuSecondsOf(pids);
    await pause(overMs);
    if (cpuSecondsOf(pids) - before <= (share * overMs) / 1_000) return;
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A memory field of a file of `/proc`, MiB; 0 when the process has exited. */
const memoryField = (pid: number, file: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(procFile(pid, file) ?? '')?.[1] ?? 0) / 1024;

/** Resident memory of one process, MiB. */
const residentMiBOf = (pid: number): number => memoryField(pid, 'status', 'VmRSS');

/** Memory of some processes and all their descendants, MiB: a shared page counts once (PSS). */
export const memoryMiBOf = (roots: readonly number[]): number => sum(treeOf(roots).map((pid) => memoryField(pid, 'smaps_rollup', 'Pss')));

/** Resident memory of a product, and private memory of its Postgres, MiB: shared buffers belong to no process. */
export const memoryMiBOfServers = (product: number, postgres: number): { product: number; postgres: number } => ({
  product: residentMiBOf(product),
  postgres: sum(treeOf([postgres]).map((pid) => memoryField(pid, 'status', 'RssAnon'))),
});

/** Starts to watch all cores. @returns a function that returns their utilisation since this call, 0 to 1 */
export function watchCores(): () => number {
  const timesOf = (): { idle: number; all: number } => {
    const times = cpus().map((core) => core.times);
    return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((one) => Object.values(one))) };
  };
  const before = timesOf();
  return () => {
    const now = timesOf();
    const all = now.all - before.all;
    return all > 0 ? 1 - (now.idle - before.idle) / all : 0;
  };
}

/** Resources of a process at a moment. */
export interface Usage {
  /** Time since the first sample, seconds. */
  at: number;
  /** Resident set size, MiB. */
  memory: number;
  /** Open file descriptors, sockets included. */
  handles: number;
  connections: number;
}

const sampleEveryMs = 5_000;

/** Reads `/proc`, so it works on Linux only. */
function resourcesOf(pid: number): Omit<Usage, 'at'> {
  const targets = readdirSync(`/proc/${pid}/fd`).map((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      return ''; // closed since the directory was read
    }
  });
  const open = targets.filter((target) => target !== '');
  return { memory: residentMiBOf(pid), handles: open.length, connections: open.filter((target) => target.startsWith('socket:')).length };
}

/** Samples a process, without its children, until the signal aborts. @throws Error when there is no such process */
export async function watchResources(pid: number, until: AbortSignal): Promise<Usage[]> {
  const begun = performance.now();
  const samples: Usage[] = [];
  while (!until.aborted) {
    samples.push({ at: (performance.now() - begun) / 1_000, ...resourcesOf(pid) });
    await pause(sampleEveryMs, undefined, { signal: until }).catch(() => {});
  }
  return samples;
}

/** Growth a minute: slope of the linear regression (least squares). */
export function growthPerMinute(samples: readonly Usage[], of: keyof Omit<Usage, 'at'>): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, value] = [mean(samples.map((sample) => sample.at)), mean(samples.map((sample) => sample[of]))];
  const covariance = samples.reduce((sum, sample) => sum + (sample.at - at) * (sample[of] - value), 0);
  const variance = samples.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0);
  return (60 * covariance) / variance;
}
