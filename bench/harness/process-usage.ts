import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second that Linux reports process times in, on every platform that Node supports. */
const ticksPerSecond = 100;

interface ProcessTimes {
  parent: number;
  /** Its own and those of children that ended and were waited for. */
  ticks: number;
}

/** The name of a program may hold spaces and parentheses, so what follows is counted from the last one. */
function timesOf(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) };
  } catch {
    // It ended while we looked.
    return null;
  }
}

/** All processes now, with their times. */
function processes(): Map<number, ProcessTimes> {
  const all = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : null;
    if (times) all.set(Number(name), times);
  }
  return all;
}

function belongs(pid: number, roots: readonly number[], all: ReadonlyMap<number, ProcessTimes>): boolean {
  for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (roots.includes(at)) return true;
  return false;
}

/** Some processes and all their descendants. Linux only. */
export function treeOf(roots: readonly number[]): number[] {
  const all = processes();
  return [...all.keys()].filter((pid) => belongs(pid, roots, all));
}

/**
 * CPU time, user and system, that some processes and all their descendants have used so far, in seconds. Linux only.
 * Time of a descendant that ended stays in the sum of the one that waited for it, so differences are whole.
 */
export function cpuSecondsOf(roots: readonly number[]): number {
  const all = processes();
  let ticks = 0;
  for (const [pid, times] of all) if (belongs(pid, roots, all)) ticks += times.ticks;
  return ticks / ticksPerSecond;
}

/** The same of all processes that this one started, seconds; its own work is not theirs. */
export function cpuSecondsOfChildren(): number {
  const { user, system } = process.cpuUsage();
  return cpuSecondsOf([process.pid]) - (user + system) / 1_000_000;
}

/** Memory of some processes and all their descendants, MiB: a page that several share counts once (PSS). Linux only. */
export function memoryMiBOf(roots: readonly number[]): number {
  const kib = treeOf(roots).map((pid) => {
    try {
      return Number(/^Pss: *(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0; // it ended while we looked
    }
  });
  return kib.reduce((sum, one) => sum + one, 0) / 1024;
}
