import type { FullResult, Reporter, Suite } from '@playwright/test/reporter';

/** Ends a run with `N passed, N failed, N skipped`. */
export class TotalsReporter implements Reporter {
  #suite: Suite | null = null;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onEnd(_result: FullResult): void {
    const outcomes = (this.#suite?.allTests() ?? []).map((test) => test.outcome());
    const count = (...wanted: string[]): number => outcomes.filter((outcome) => wanted.includes(outcome)).length;
    console.log(`${count('expected', 'flaky')} passed, ${count('unexpected')} failed, ${count('skipped')} skipped`);
  }

  printsToStdio(): boolean {
    return true;
  }
}

// biome-ignore lint/style/noDefaultExport: Playwright loads reporters by it
export { TotalsReporter as default };
