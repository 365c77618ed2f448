import { readdirSync, readFileSync } from 'node:fs';

/** What dies: the server of Postgres, one of its backends (it then restarts itself), our process (its Postgres ends with it), or all at once. */
export const victims = ['postgres', 'backend', 'process', 'everything'] as const;
export type Victim = (typeof victims)[number];

export interface Processes {
  /** Our process, which writes. */
  writers: number;
  /** The first process of Postgres. */
  postmaster: number;
}

function childrenOf(parent: number): { pid: number; title: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) !== parent) return [];
      return [{ pid: Number(name), title: readFileSync(`/proc/${name}/cmdline`, 'utf8') }];
    } catch {
      // It ended while we looked.
      return [];
    }
  });
}

function killNow(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It was faster.
    }
  }
}

/** Kills without a warning (SIGKILL). Linux only. */
export const kill = (victim: Victim, processes: Processes): void => killNow(pidsOf(victim, processes));

function pidsOf(victim: Victim, { writers, postmaster }: Processes): number[] {
  const children = childrenOf(postmaster);
  switch (victim) {
    case 'postgres':
      return [postmaster];
    case 'backend':
      return [oneOf(children.filter(({ title }) => title.includes('[local]')).map(({ pid }) => pid))];
    case 'process':
      return [writers];
    case 'everything':
      return [writers, postmaster, ...children.map(({ pid }) => pid)];
    default:
      return victim satisfies never;
  }
}

/** @throws Error when there is none. */
function oneOf(pids: readonly number[]): number {
  const pid = pids[Math.floor(Math.random() * pids.length)];
  if (pid === undefined) throw new Error('Postgres has no backend to kill');
  return pid;
}
