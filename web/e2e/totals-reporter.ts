import type { FullResult, Reporter, Suite } from '@playwright/test/reporter';

/** Lists failed and flaky tests; ends with `N passed, N failed, N skipped`. */
export class TotalsReporter implements Reporter {
  #suite: Suite | null = null;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onEnd(_result: FullResult): void {
    const tests = this.#suite?.allTests() ?? [];
    const words = { unexpected: 'FAILED', flaky: 'AGAIN', expected: null, skipped: null };
    for (const test of tests) {
      const word = words[test.outcome()];
      if (word) console.log(`${word}  ${test.titlePath().filter(Boolean).join(' > ')}`);
    }
    const outcomes = tests.map((test) => test.outcome());
    const count = (...wanted: string[]): number => outcomes.filter((outcome) => wanted.includes(outcome)).length;
    console.log(`${count('expected', 'flaky')} passed, ${count('unexpected')} failed, ${count('skipped')} skipped`);
  }

  printsToStdio(): boolean {
    return true;
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright loads reporters by it
export { TotalsReporter as default };
