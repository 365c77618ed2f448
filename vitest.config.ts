import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { TotalsReporter } from './infra/totals-reporter.ts';

const include = ['{proto,packages,infra,services,bench,k8s,web,admin}/**/*.test.{ts,tsx}'];
const exclude = ['**/node_modules/**', '**/dist/**', '**/.types/**', '**/*.long.test.ts'];
const measuresHeap = (file: string): boolean => /from '.*\/heap-fixture\.ts'/.test(readFileSync(new URL(file, import.meta.url), 'utf8'));
const measuringHeap = globSync(include, { cwd: import.meta.dirname, exclude }).filter(measuresHeap);

/** Settings of all tests. */
export const test = {
  environment: 'node',
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // A busy machine is slow; the limit only ends tests that hang.
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    reporters: ['default', new TotalsReporter()],
    globalSetup: ['infra/postgres/test-server.ts'],
    // On two cores: half of what a test does is waiting for a server.
    maxWorkers: 4,
    projects: [
      // Test files of a worker share their modules, which takes a fifth off the run. So no module may hold what one test must not see of another.
      { test: { ...test, name: 'tests', include, exclude: [...exclude, ...measuringHeap], isolate: false } },
      // Objects of other tests on the heap would be counted, too.
      { test: { ...test, name: 'heap', include: measuringHeap } },
    ],
  },
});
