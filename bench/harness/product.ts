import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { runningServer } from '@waystory/infra/postgres/data-dir.ts';
import type { ReadyName } from '@waystory/services/sandbox/oidc/ready-users.ts';
import type pg from 'pg';
import { nodeOn } from './pinned.ts';

const services = join(import.meta.dirname, '../../services');
/** All that the product gets to know of this shell, so that no setting in it changes a measurement. */
export const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Load comes from one address here. */
export const unlimited = { READS_PER_MINUTE: '0', WRITES_PER_MINUTE: '0', WRITTEN_PER_DAY: '0', PAGES_PER_MINUTE: '0', FILES_PER_MINUTE: '0' };
const readyWithinMs = 120_000;
const readyLine = 'Waystory is at';
const seededLine = 'The world is complete';

export interface Product {
  port: number;
  /** Of `/metrics`. */
  metricsPort: number;
  /** Roots of the process trees that serve: the product itself and its Postgres. */
  pids: number[];
  /** Its database. */
  database: pg.PoolConfig;
  /** Access token of a ready account; empty when nobody was to have one. */
  token: string;
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** Where its data is; a folder that goes with it when unset. */
  dataDir?: string;
  seed: 'world' | 'none';
  /** Those it runs; unless told otherwise the ones behind the API, without what is drawn at the first start. */
  contexts?: readonly string[];
  /** The only core that it and its Postgres may use. */
  core?: number;
  /** Whose token it is, who thereby has an account; null for nobody's. */
  who?: ReadyName | null;
  /** Told each line that it writes. */
  onLine?: (line: string) => void;
  /** Further settings, such as those that choose an engine. */
  settings?: Readonly<Record<string, string>>;
}

/** All but the one that draws a map at the first start, beside which nothing can be measured. */
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
/** Contexts of the API. */
const apiContexts = ['accounts', 'itineraries', 'world'];

/** Starts the product as a user would, and waits until it is ready and, when it is to be seeded, full. */
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
    // As `npm start` has it.
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
  await saidBy(child, seed === 'world' ? seededLine : readyLine);
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

async function printedToken(who: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(services, 'operations/token.ts'), who], { env });
  return stdout.trim();
}

/** Resolves when a process has written a line with these words. @throws Error when it ends first, or does not in time; it is ended then. */
async function saidBy(child: ChildProcess, words: string): Promise<void> {
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
