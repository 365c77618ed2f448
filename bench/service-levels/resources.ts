import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { residentMiBOf } from '../harness/process-usage.ts';

/** Resources of a process at a moment. */
export interface Usage {
  /** Since the first sample, seconds. */
  at: number;
  /** Resident set size, MiB. */
  memory: number;
  /** Open file descriptors, sockets included. */
  handles: number;
  connections: number;
}

const sampleEveryMs = 5_000;

/** Linux only. */
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
