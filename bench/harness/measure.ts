import { cpuSecondsOf } from './process-usage.ts';

/** What a load did in one block. */
export interface Load {
  operations: number;
  seconds: number;
  /** Latencies in milliseconds. */
  p50: number;
  p99: number;
}

/** A load with what it cost. */
export interface Measured {
  /** Operations per second. */
  rate: number;
  /** Milliseconds of CPU per operation, of all processes that serve it. */
  cpu: number;
  p50: number;
  p99: number;
}

export type Block = () => Promise<Measured>;

/** Runs a load and reads what the process trees below `roots` used for it. */
export async function measure(load: () => Promise<Load>, roots: readonly number[]): Promise<Measured> {
  const before = cpuSecondsOf(roots);
  const { operations, seconds, p50, p99 } = await load();
  const cpu = ((cpuSecondsOf(roots) - before) * 1000) / operations;
  return { rate: operations / seconds, cpu, p50, p99 };
}
