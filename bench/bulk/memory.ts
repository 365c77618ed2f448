import { readdirSync, readFileSync } from 'node:fs';

const lookEveryMs = 100;

/** Memory that a process has to itself and, unless it is of Postgres, what it has mapped of files; kB. What Postgres shares is nobody's in particular. */
function kilobytesOf(pid: number, fields: RegExp): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return [...status.matchAll(fields)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0);
  } catch {
    // It ended while we looked.
    return 0;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}

export interface Megabytes {
  product: number;
  postgres: number;
}

/** Resident memory of the product's process, and of Postgres what its processes do not share. */
export function memoryOf(product: number, postgres: number): Megabytes {
  const own = [postgres, ...childrenOf(postgres)].reduce((sum, pid) => sum + kilobytesOf(pid, /RssAnon:\s+(\d+)/g), 0);
  return { product: kilobytesOf(product, /VmRSS:\s+(\d+)/g) / 1024, postgres: own / 1024 };
}

/** Watches memory until it is asked for the most that there was. */
export function watchMemory(product: number, postgres: number): () => Megabytes {
  const most: Megabytes = { product: 0, postgres: 0 };
  const look = (): void => {
    const now = memoryOf(product, postgres);
    most.product = Math.max(most.product, now.product);
    most.postgres = Math.max(most.postgres, now.postgres);
  };
  const timer = setInterval(look, lookEveryMs);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}
