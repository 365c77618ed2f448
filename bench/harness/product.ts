import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import type { Position } from '@waystory/infra/event-store/port.ts';
import { runningServer } from '@waystory/infra/postgres/data-dir.ts';
import type pg from 'pg';
import { openEventLog } from './event-log.ts';
import { nodePinnedTo } from './worker.ts';

const services = join(import.meta.dirname, '../../services');
/** PATH of the product. It inherits no variable of the shell, so that no setting of the shell changes a measurement. */
export const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** No rate limits: all load comes from one address. */
export const withoutRateLimits = {
  READS_PER_MINUTE: '0',
  WRITES_PER_MINUTE: '0',
  WRITTEN_PER_DAY: '0',
  PAGES_PER_MINUTE: '0',
  FILES_PER_MINUTE: '0',
};
const readyWithinMs = 120_000;
const caughtUpWithinMs = 240_000;
const readyLine = 'Waystory is at';
const seededLine = 'The world is complete';

/** Running product with its Postgres. */
export interface Product {
  port: number;
  /** Roots of the serving process trees: the product and its Postgres. */
  pids: number[];
  database: pg.PoolConfig;
  /** Access token of the traveller, a ready account. */
  token: string;
  stop(): Promise<void>;
}

export interface ProductOptions {
  dataDir: string;
  seed: 'world' | 'none';
  /** Contexts to run; by default accounts, itineraries and world, so without the basemap, which a first start would draw. */
  contexts?: readonly string[];
  /** Core that the product and its Postgres are pinned to. */
  core?: number;
  /** Receives each line of output. */
  onLine?: (line: string) => void;
  /** Further settings, such as the choice of an engine. */
  settings?: Readonly<Record<string, string>>;
}

/** All contexts but the basemap: drawing it at the first start would disturb every measurement. */
export const contextsWithoutMap: readonly string[] = [
  'accounts',
  'assistant',
  'billing',
  'itineraries',
  'media',
  'moderation',
  'model',
  'social',
  'stripe',
  'web',
  'world',
];
const apiContexts = ['accounts', 'itineraries', 'world'];

/** Starts the product as `npm start` does; waits until it is ready and, if requested, seeded. */
export async function startProduct({ dataDir, seed, core, contexts = apiContexts, onLine, settings }: ProductOptions): Promise<Product> {
  const [port, metricsPort = 0] = await findFreePorts(2);
  const env = {
    PATH: path,
    // The value that `npm start` sets.
    MALLOC_ARENA_MAX: '1',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATA_DIR: dataDir,
    SEED: seed,
    LOG_LEVEL: 'info',
    ...withoutRateLimits,
    ...settings,
  };
  const [program, args] = core === undefined ? [process.execPath, []] : nodePinnedTo(core);
  const child = spawn(program, [...args, join(services, 'main.ts'), ...contexts], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  await outputLine(child, seed === 'world' ? seededLine : readyLine, onLine);
  const { stdout } = await promisify(execFile)(process.execPath, [join(services, 'operations/token.ts'), 'traveller'], { env });
  const postgres = runningServer(join(dataDir, 'postgres'));
  if (child.pid === undefined || !postgres) throw new Error('The product runs without its Postgres');
  return {
    port: Number(env.PORT),
    pids: [child.pid, postgres.pid],
    database: { host: postgres.host, port: postgres.port, user: 'postgres', database: 'postgres' },
    token: stdout.trim(),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Head of the log of a running product. */
export async function headOf({ database }: Pick<Product, 'database'>): Promise<Position> {
  const { store, close } = openEventLog(database, 1);
  const head = await store.head();
  await close();
  return head;
}

/**
 * Waits until read models contain every event of the log, so that their work counts for the writes that caused it.
 * @param reads routes of the read models
 * @throws DOMException after a timeout
 */
export async function waitUntilCaughtUp(product: Product, reads: readonly string[] = ['itinerary-projections?limit=1']): Promise<void> {
  const late = AbortSignal.timeout(caughtUpWithinMs);
  const headers = { authorization: `Bearer ${product.token}`, 'x-after': String(await headOf(product)), 'cache-control': 'no-cache' };
  for (const read of reads)
    for (let isRead = false; !isRead; late.throwIfAborted())
      isRead = (await fetch(`http://127.0.0.1:${product.port}/api/${read}`, { headers })).status === 200;
}

/** Resolves when a line of output contains `words`. @throws Error when the process exits earlier or misses the deadline; it is stopped then */
async function outputLine(child: ChildProcess, words: string, onLine: ProductOptions['onLine']): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = setTimeout(() => reject(new Error(`The product did not say "${words}" in time`)), readyWithinMs);
  let last = '';
  child.once('exit', (code) => reject(new Error(`The product ended with ${code}: ${last}`)));
  for (const output of [child.stdout, child.stderr]) {
    if (!output) continue;
    createInterface({ input: output }).on('line', (line) => {
      last = line;
      onLine?.(line);
      if (line.includes(words)) resolve();
    });
  }
  try {
    await promise;
  } catch (error) {
    child.kill('SIGTERM');
    throw error;
  } finally {
    clearTimeout(late);
  }
}
