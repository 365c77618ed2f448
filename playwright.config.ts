import { defineConfig } from '@playwright/test';
import { chromiumArgs, chromiumPath } from './web/e2e/chromium.ts';

/** A port of its own, so that a product that runs on the usual one is left alone. */
const origin = 'http://localhost:4371';

const data = 'web/e2e/out/data';
/** A fresh world for every run; the built-in map below it is the same each time, so it is built once. */
export const freshData = `mkdir -p ${data} && find ${data} -mindepth 1 -maxdepth 1 ! -name basemap -exec rm -rf {} +`;

/** Only maps are WebGL's: where that is software, pages are drawn faster without it. Not for what is measured, since a map that moves is drawn slower. */
const quickPages = ['--disable-gpu-rasterization', '--disable-gpu-compositing'];

export default defineConfig({
  testDir: 'web/e2e',
  // Tests that need several processes.
  testIgnore: '**/*.cluster.spec.ts',
  globalSetup: './web/e2e/world-told.ts',
  outputDir: 'web/e2e/out/results',
  // On two cores: a page waits for a fifth of its time.
  workers: 2,
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
    launchOptions: { executablePath: await chromiumPath(), args: [...chromiumArgs, ...quickPages] },
    // Recording takes two fifths of the time of a run: `--trace on` shows a failure again.
    trace: 'off',
  },
  webServer: {
    command: `${freshData} && node services/main.ts`,
    env: { PORT: new URL(origin).port, DATA_DIR: data, LOG_LEVEL: 'warn' },
    url: `${origin}/readyz`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'pipe',
  },
});
