import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { runningServer } from '@waystory/infra/postgres/data-dir.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type { ReadyName } from '@waystory/services/sandbox/oidc/ready-users.ts';
import type pg from 'pg';
import { nodeOn } from './worker.ts';

const services = join(import.meta.dirname, '../../services');
/** The only environment variable that the product inherits, so that no setting of the shell changes a measurement. */
export const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** No rate limits: all load comes from one address. */
export const unlimited = { READS_PER_MINUTE: '0', WRITES_PER_MINUTE: '0', WRITTEN_PER_DAY: '0', PAGES_PER_MINUTE: '0', FILES_PER_MINUTE: '0' };
const readyWithinMs = 120_000;
const readyLine = 'Waystory is at';
const seededLine = 'The world is complete';

/** Running product with its Postgres. */
export interface Product {
  port: number;
  /** Port of `/metrics`. */
  metricsPort: number;
  /** Roots of the serving process trees: the product and its Postgres. */
  pids: number[];
  database: pg.PoolConfig;
  /** Access token of a ready account; empty without one. */
  token: string;
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** Data folder; a temporary one when unset. */
  dataDir?: string;
  seed: 'world' | 'none';
  /** Contexts to run; those of the API when unset, without the map of the first start. */
  contexts?: readonly string[];
  /** Core that the product and its Postgres are pinned to. */
  core?: number;
  /** Ready account that signs in; null for nobody. */
  who?: ReadyName | null;
  /** Receives each line of output. */
  onLine?: (line: string) => void;
  /** Further settings, such as the choice of an engine. */
  settings?: Readonly<Record<string, string>>;
}

/** All contexts but the basemap: drawing it at the first start would disturb every measurement. */
export const withoutMap: readonly string[] = [
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
export async function startProduct({
  dataDir,
  seed,
  core,
  contexts = apiContexts,
  who = 'traveller',
  onLine,
  settings,
}: ProductOptions): Promise<Product> {
  const scratch = dataDir === undefined ? mkdtempSync(join(tmpdir(), 'waystory-product-')) : null;
  const folder = dataDir ?? scratch ?? '';
  const [port, metricsPort = 0] = await freePorts(2);
  const env = {
    PATH: path,
    // As `npm start` sets it.
    MALLOC_ARENA_MAX: '1',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATA_DIR: folder,
    SEED: seed,
    LOG_LEVEL: 'info',
    ...unlimited,
    ...settings,
  };
  const [program, args] = core === undefined ? [process.execPath, []] : nodeOn(core);
  const child = spawn(program, [...args, join(services, 'main.ts'), ...contexts], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  if (onLine) for (const output of [child.stdout, child.stderr]) createInterface({ input: output }).on('line', onLine);
  await outputLine(child, seed === 'world' ? seededLine : readyLine);
  const token = who === null ? '' : await printedToken(who, env);
  const postgres = runningServer(join(folder, 'postgres'));
  if (child.pid === undefined || !postgres) throw new Error('The product runs without its Postgres');
  return {
    port,
    metricsPort,
    pids: [child.pid, postgres.pid],
    database: { host: postgres.host, port: postgres.port, user: 'postgres', database: 'postgres' },
    token,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      if (scratch) rmSync(scratch, { recursive: true, force: true });
    },
  };
}

/** Waits until read models contain every event of the log, so that their work counts for the writes that caused it. */
export async function caughtUp({ database, port, token }: Product, lists: readonly string[] = ['itinerary-projections']): Promise<void> {
  const pool = createPool(database, { max: 1 });
  const head = await postgresEventStore(pool).head();
  await pool.end();
  const headers = { authorization: `Bearer ${token}`, 'x-after': String(head) };
  for (const list of lists)
    for (let status = 0; status !== 200; ) status = (await fetch(`http://127.0.0.1:${port}/api/${list}?limit=1`, { headers })).status;
}

async function printedToken(who: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(services, 'operations/token.ts'), who], { env });
  return stdout.trim();
}

/** Resolves at a line of output with these words. @throws Error when the process ends before, or is late; it is stopped then */
async function outputLine(child: ChildProcess, words: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = setTimeout(() => reject(new Error(`The product did not say "${words}" in time`)), readyWithinMs);
  let last = '';
  child.once('exit', (code) => reject(new Error(`The product ended with ${code}: ${last}`)));
  for (const output of [child.stdout, child.stderr]) {
    if (!output) continue;
    createInterface({ input: output }).on('line', (line) => {
      last = line;
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
