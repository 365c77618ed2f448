import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/** Maximum characters of a reported failure message. A counterexample is longer, but its seed comes first. */
const reasonLength = 400;
const reasonOf = (errors: readonly SerializedError[]): string =>
  (errors[0]?.message ?? 'no reason given').replaceAll(/\s+/g, ' ').slice(0, reasonLength);

const noteOf = (test: TestCase): string => {
  const result = test.result();
  return (result.state === 'skipped' && result.note) || 'no reason given';
};
const filesOf = (tests: readonly TestCase[]): string => [...new Set(tests.map(({ module }) => module.relativeModuleId))].join(', ');

/** Reports each failed test with its reason and the skipped tests per reason; ends with one line of totals. */
export class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    for (const test of tests) {
      const result = test.result();
      if (result.state === 'failed') console.log(`FAILED  ${test.module.relativeModuleId}: ${test.fullName}: ${reasonOf(result.errors)}`);
    }
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    for (const [reason, ones] of Map.groupBy(skipped, noteOf)) console.log(`NOT RUN  ${ones.length} of ${filesOf(ones)}: ${reason}`);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0);
    for (const module of broken) console.log(`FAILED  ${module.relativeModuleId}: the file itself`);
    for (const error of errors) console.log(`FAILED  in no test: ${reasonOf([error])}`);
    console.log(`${count('passed')} passed, ${count('failed') + broken.length + errors.length} failed, ${count('skipped')} skipped`);
  }
}
