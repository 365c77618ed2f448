import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Characters of a failure's reason that fit beside its name: a counterexample is longer, its seed stands first. */
const reasonLength = 400;
const reasonOf = (errors: readonly SerializedError[]): string =>
  (errors[0]?.message ?? 'no reason given').replaceAll(/\s+/g, ' ').slice(0, reasonLength);

/** Names every test that failed with its reason, and every one that did not run with its reason; closes with one line of totals. */
export class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    for (const test of tests) {
      const result = test.result();
      if (result.state === 'failed') console.log(`FAILED  ${test.module.relativeModuleId}: ${test.fullName}: ${reasonOf(result.errors)}`);
      if (result.state === 'skipped') console.log(`NOT RUN  ${test.fullName}: ${result.note ?? 'no reason given'}`);
    }
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0);
    for (const module of broken) console.log(`FAILED  ${module.relativeModuleId}: the file itself`);
    for (const error of errors) console.log(`FAILED  in no test: ${reasonOf([error])}`);
    console.log(`${count('passed')} passed, ${count('failed') + broken.length + errors.length} failed, ${count('skipped')} skipped`);
  }
}
