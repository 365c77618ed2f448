import { defineConfig } from 'vitest/config';
import { TotalsReporter } from './infra/totals-reporter.ts';
import { test } from './vitest.config.ts';

/** Tests that take ten seconds or minutes each, such as those of processes that are killed: `npm run test:long`. */
export default defineConfig({
  test: {
    ...test,
    reporters: ['default', new TotalsReporter()],
    globalSetup: ['infra/postgres/test-server.ts'],
    maxWorkers: 4,
    isolate: false,
    include: ['{proto,packages,infra,services,bench,k8s,web}/**/*.long.test.ts'],
  },
});
