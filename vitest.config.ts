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
    // Two cores: more workers than that only wait for each other.
    maxWorkers: 2,
  },
});
