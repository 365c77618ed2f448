import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Interval of checks, milliseconds. It is short, so that a measurement of memory soon after a load sees the released memory. */
const lookEveryMs = 2_000;
/** Number of consecutive idle checks before a collection. A check is idle below this load of the event loop, 0 to 1. */
const quietLooks = 3;
const quiet = 0.05;
/** Least growth since the last collection that justifies another, bytes. */
const worthwhile = 16 * 2 ** 20;

/** Returns a function that measures the event loop's load since its last call, 0 to 1. */
export function eventLoopLoad(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** Memory of the process, and means to release it. */
export interface ProcessMemory {
  /** Load of the event loop since the last call, 0 to 1. */
  load(): number;
  /** Resident set size, bytes. */
  resident(): number;
  collect(): void;
}

/**
 * Returns memory to the operating system when a busy process becomes idle. V8 itself keeps the memory of a load, and pages of ended threads, for
 * minutes or for ever. Returns a function that stops the checks. The timer does not keep the process alive.
 */
export function releaseMemoryWhenIdle({ load, resident, collect }: ProcessMemory = ownMemory()): () => void {
  let quietFor = 0;
  let kept = 0;
  const look = (): void => {
    quietFor = load() < quiet ? quietFor + 1 : 0;
    if (quietFor < quietLooks || resident() - kept < worthwhile) return;
    collect();
    kept = resident();
  };
  const timer = setInterval(look, lookEveryMs).unref();
  return () => clearInterval(timer);
}

function ownMemory(): ProcessMemory {
  setFlagsFromString('--expose-gc');
  // A new context, because the flag affects only new contexts, and a cast, because the types lack `gc`.
  const gc = runInNewContext('gc') as NodeJS.GCFunction;
  return {
    load: eventLoopLoad(),
    resident: process.memoryUsage.rss,
    // The collection for low memory also frees spare pages: some 30 ms of this thread for a heap of 75 MB.
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  };
}
