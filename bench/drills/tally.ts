/** Counts what passed and what failed, and prints each as it comes. */
export interface Tally {
  record(passed: boolean, what: string): void;
  /** Prints `N passed, N failed`; answers whether nothing failed. */
  finish(): boolean;
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
