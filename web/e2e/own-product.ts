import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type Page, test } from '@playwright/test';
import { type Author, comeBack } from './author.ts';

const readyWithin = 120_000;
/** The first of a port for each test at a time, below the range that outgoing connections take theirs from. */
const firstPort = 4_380;
/** All but what draws the map and fills an empty world. */
const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'moderation', 'model', 'social', 'stripe', 'web'];

/** Where the product of the other tests has drawn its map. */
const sharedMap = 'web/e2e/out/data/basemap';

/** The product in a process of its own, with an empty world: what is done to it is not felt by the tests beside. */
export interface OwnProduct {
  origin: string;
  /** Ends it as a failure of the machine would, and starts it again on the same data; resolves when it answers. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

interface OwnProductOptions {
  /** Beside those that every one has. */
  settings?: Readonly<Record<string, string>>;
  /** Draws maps too, from the tiles of the product that all tests share. */
  withMap?: boolean;
}

/**
 * For one test at a time in each worker.
 * @throws Error when it does not answer in time
 */
export async function startOwnProduct({ settings: more = {}, withMap = false }: OwnProductOptions = {}): Promise<OwnProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'waystory-e2e-'));
  const port = firstPort + test.info().parallelIndex;
  const origin = `http://localhost:${port}`;
  // Tests write more comments a minute than the limit allows.
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

/** A page of somebody on a product that is not the one of the other tests. */
export async function pageAt(browser: Browser, person: Author, origin: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await comeBack(context, person);
  return context.newPage();
}
