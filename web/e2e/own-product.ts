import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type Page, test } from '@playwright/test';
import { type Author, restoreSession } from './author.ts';

const readyWithin = 120_000;
/** First port; each parallel Playwright worker uses the next. It is below the ephemeral ports. */
const firstPort = 4_380;
/** All contexts except the map's and the seeding. */
const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'moderation', 'model', 'social', 'stripe', 'web'];

/** Map folder of the shared product. */
const sharedMap = 'web/e2e/out/data/basemap';

/** A product in its own process without seeded data, isolated from other tests. */
export interface OwnProduct {
  origin: string;
  /** Kills the process like a crash and restarts it on the same data; resolves when it answers. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

interface OwnProductOptions {
  /** Environment variables beyond the defaults. */
  settings?: Readonly<Record<string, string>>;
  /** Also serves maps, from the tiles of the shared product. */
  withMap?: boolean;
}

/**
 * Starts a product for one test at a time per worker.
 * @throws Error when the product ends or is not ready in time
 */
export async function startOwnProduct({ settings: more = {}, withMap = false }: OwnProductOptions = {}): Promise<OwnProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'waystory-e2e-'));
  const port = firstPort + test.info().parallelIndex;
  const origin = `http://localhost:${port}`;
  // No write limits, because the tests create more comments a minute than the limits allow.
  const settings = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    PORT: String(port),
    DATA_DIR: folder,
    SEED: 'none',
    LOG_LEVEL: 'warn',
    WRITES_PER_MINUTE: '0',
    WRITTEN_PER_DAY: '0',
    ...more,
  };
  if (withMap) await symlink(resolve(sharedMap), join(folder, 'basemap'));
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, ['services/main.ts', ...contexts, ...(withMap ? ['basemap'] : [])], { env: settings, stdio: 'inherit' });
    await answering(origin, child);
    return child;
  };
  const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, 'exit');
    if (child.kill(signal)) await ended;
  };
  let running = await start();
  return {
    origin,
    killAndRestart: async () => {
      await end(running, 'SIGKILL');
      running = await start();
    },
    stop: async () => {
      await end(running, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answering(origin: string, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + readyWithin; Date.now() < until; await wait(100)) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}`);
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
  }
  child.kill('SIGTERM');
  throw new Error('The product was not ready in time');
}

/** A page of a separate product, signed in as this user. */
export async function pageAt(browser: Browser, person: Author, origin: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await restoreSession(context, person);
  return context.newPage();
}
