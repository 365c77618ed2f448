import { defineConfig } from '@playwright/test';
import { chromiumArgs, chromiumPath } from './web/e2e/chromium.ts';

/** A port of its own, so that a product that runs on the usual one is left alone. */
const origin = 'http://localhost:4371';

export default defineConfig({
  testDir: 'web/e2e',
  globalSetup: './web/e2e/world-told.ts',
  outputDir: 'web/e2e/out/results',
  // Two cores draw one map at a time.
  workers: 1,
  timeout: 120_000,
  // A map that is drawn without a graphics card may miss a deadline on a busy machine; what is wrong fails three times.
  retries: 2,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./web/e2e/totals-reporter.ts']],
  use: {
    baseURL: origin,
    actionTimeout: 30_000,
    // The least with everything of the desktop: maps are drawn without a graphics card, at a cost for every pixel.
    viewport: { width: 1024, height: 700 },
    // Flights of the map end at once; what moves has tests of its own.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: await chromiumPath(), args: chromiumArgs },
    trace: 'retain-on-failure',
  },
  webServer: {
    // A fresh world for every run.
    command: 'rm -rf web/e2e/out/data && node services/main.ts',
    env: { PORT: new URL(origin).port, DATA_DIR: 'web/e2e/out/data', LOG_LEVEL: 'warn' },
    url: `${origin}/readyz`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'pipe',
  },
});
