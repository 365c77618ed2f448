import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Between two looks, milliseconds: it is done well before anybody takes a process that has served its load for one at rest. */
const lookEveryMs = 2_000;
/** So many looks after one another must have been quiet: the event loop had work for less than this part of the time. */
const quietLooks = 3;
const quiet = 0.05;
/** Only if so much more is in use than after the last time, bytes. */
const worthwhile = 16 * 2 ** 20;

/** Answers the part of the time since it was last asked that the event loop had work, 0 to 1. */
export function eventLoopLoad(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** State of the process, and means to free its memory. */
export interface ProcessMemory {
  /** Part of the time since it was last asked that the event loop had work, 0 to 1. */
  load(): number;
  /** Bytes that the operating system counts for it. */
  resident(): number;
  collect(): void;
}

/**
 * Gives memory back to the operating system when a process that had much to do rests. V8 by itself keeps what a load needed, and pages of threads that ended,
 * for minutes or for ever. Returns the stop; keeps no process alive.
 */
export function giveMemoryBackAtRest({ load, resident, collect }: ProcessMemory = ownMemory()): () => void {
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
  // The flag shows in new contexts only, and types do not know of it.
  const gc = runInNewContext('gc') as NodeJS.GCFunction;
  return {
    load: eventLoopLoad(),
    resident: process.memoryUsage.rss,
    // The collection for low memory also frees spare pages: some 30 ms of this thread for a heap of 75 MB.
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  };
}
