import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { treeOf } from '../harness/process-usage.ts';

/** What processes hold at a moment. */
export interface Resources {
  /** Since the first look, seconds. */
  at: number;
  /** Resident memory, MiB. */
  memory: number;
  /** Open files, connections included. */
  handles: number;
  connections: number;
}

/** Between two looks, milliseconds. */
const everyMs = 5_000;

/** Linux only. @param pid of a process, whose children do not count */
function resourcesOf(pid: number): Omit<Resources, 'at'> {
  const kib = Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  const targets = readdirSync(`/proc/${pid}/fd`).map((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      return ''; // it was closed while we looked
    }
  });
  const open = targets.filter((target) => target !== '');
  return { memory: kib / 1024, handles: open.length, connections: open.filter((target) => target.startsWith('socket:')).length };
}

/** Looks at a process, without its children, until it is told to stop. */
export async function watchResources(pid: number, until: AbortSignal): Promise<Resources[]> {
  if (!treeOf([pid]).includes(pid)) throw new Error(`There is no process ${pid}`);
  const begun = performance.now();
  const looks: Resources[] = [];
  while (!until.aborted) {
    looks.push({ at: (performance.now() - begun) / 1_000, ...resourcesOf(pid) });
    await pause(everyMs, undefined, { signal: until }).catch(() => {});
  }
  return looks;
}

/** How much something grows a minute: the slope of the straight line that lies nearest to all looks (least squares). */
export function growthPerMinute(looks: readonly Resources[], of: keyof Omit<Resources, 'at'>): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, value] = [mean(looks.map((look) => look.at)), mean(looks.map((look) => look[of]))];
  const together = looks.reduce((sum, look) => sum + (look.at - at) * (look[of] - value), 0);
  const spread = looks.reduce((sum, look) => sum + (look.at - at) ** 2, 0);
  return (60 * together) / spread;
}
