import type { EnvironmentPool } from './environment/environment.ts';

/** Prints and counts checks. */
export interface Tally {
  record(passed: boolean, what: string): void;
  /** Prints `N passed, N failed`. @returns whether nothing failed */
  finish(): boolean;
}

/** The arguments of every drill. */
export interface DrillRun {
  runs: number;
  seed: number;
  short: boolean;
  environments: EnvironmentPool;
  tally: Tally;
}

export function createTally(): Tally {
  const count = { passed: 0, failed: 0 };
  return {
    record(passed, what) {
      count[passed ? 'passed' : 'failed']++;
      console.log(`${passed ? 'ok  ' : 'FAIL'} ${what}`);
    },
    finish() {
      console.log(`${count.passed} passed, ${count.failed} failed`);
      return count.failed === 0;
    },
  };
}

/** The same tally with a prefix in each line. */
export const withPrefix = (tally: Tally, name: string): Tally => ({ ...tally, record: (passed, what) => tally.record(passed, `${name}: ${what}`) });

/** A line of the report: a check and its faults. */
export const lineWithFaults = (what: string, faults: readonly string[]): string => [what, ...faults].join('; ');
