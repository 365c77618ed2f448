import { cpus } from 'node:os';

interface CoreTimes {
  idle: number;
  all: number;
}

function coreTimes(): CoreTimes {
  const times = cpus().map((core) => core.times);
  const sum = (part: (of: (typeof times)[number]) => number): number => times.reduce((total, of) => total + part(of), 0);
  return { idle: sum(({ idle }) => idle), all: sum(({ user, nice, sys, irq, idle }) => user + nice + sys + irq + idle) };
}

/** Starts to watch all cores. @returns a function that answers their utilisation since then, 0 to 1 */
export function watchCores(): () => number {
  const before = coreTimes();
  return () => {
    const now = coreTimes();
    const all = now.all - before.all;
    return all > 0 ? 1 - (now.idle - before.idle) / all : 0;
  };
}
