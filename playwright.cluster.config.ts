import { defineConfig } from '@playwright/test';
import oneProcess, { freshData } from './playwright.config.ts';

const { webServer, ...rest } = oneProcess;
if (!webServer || Array.isArray(webServer)) throw new Error('One server was expected');

/** The same tests on many processes and the distributed engines. */
export default defineConfig({
  ...rest,
  // Address of a process itself, which the gateway keeps from others.
  testIgnore: '**/*.one-process.spec.ts',
  webServer: {
    ...webServer,
    // Thousands of comments are written by one author, for a job to be long.
    env: { ...webServer.env, WRITES_PER_MINUTE: '0' },
    command: `${freshData} && node services/cluster/main.ts`,
    // Engines are provisioned at the first start.
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
  },
});
