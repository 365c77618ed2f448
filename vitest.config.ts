import { defineConfig } from 'vitest/config';
import { TotalsReporter } from './infra/totals-reporter.ts';

export default defineConfig({
  test: {
    include: ['{proto,infra,services,bench,k8s,web}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.types/**'],
    environment: 'node',
    reporters: ['default', new TotalsReporter()],
    globalSetup: ['infra/postgres/test-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What a test waits for comes sooner or later on a busy machine; that it comes is what counts.
    expect: { poll: { timeout: 20_000 } },
    // On two cores: half of what a test does is waiting for a server.
    maxWorkers: 4,
    // Test files of a worker share their modules, which takes a fifth off the run. So no module may hold what one test must not see of another.
    isolate: false,
  },
});
