import type { Reporter, TestModule } from 'vitest/node';

/** Names every test that did not run with its reason, and closes with one line of totals. */
export class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    for (const test of tests) {
      const result = test.result();
      if (result.state === 'skipped') console.log(`NOT RUN  ${test.fullName}: ${result.note ?? 'no reason given'}`);
    }
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0).length;
    console.log(`${count('passed')} passed, ${count('failed') + broken + errors.length} failed, ${count('skipped')} skipped`);
  }
}
