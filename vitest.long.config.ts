import { defineConfig } from 'vitest/config';
import { TotalsReporter } from './infra/totals-reporter.ts';
import { test } from './vitest.config.ts';

/** Tests that take minutes: `npm run test:long`. */
export default defineConfig({
  test: {
    ...test,
    reporters: ['default', new TotalsReporter()],
    globalSetup: ['infra/postgres/test-server.ts'],
    include: ['{proto,packages,infra,services,bench,k8s,web}/**/*.long.test.ts'],
  },
});
