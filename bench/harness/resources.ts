import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { type EngineServer, findFreePorts, startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import { openEventLog } from './event-log.ts';
import type { LoadGenerator } from './http-load.ts';
import { type Product, type ProductOptions, startProduct } from './product.ts';
import { machineSnapshot } from './report.ts';
import { startWorker, type Worker } from './worker.ts';

/** Temporary Postgres server, with the settings of the product. */
export interface ScratchPostgres {
  pid: number;
  config: pg.PoolConfig;
  /** Creates an empty database. */
  createDatabase(name: string): Promise<pg.PoolConfig>;
}

/** Folders, servers and processes of a bench or a drill, stopped and removed in reverse order at its end. */
export class Resources implements AsyncDisposable {
  /** The machine before the first measurement. */
  readonly machine = machineSnapshot();
  readonly #started = new AsyncDisposableStack();

  [Symbol.asyncDispose](): Promise<void> {
    return this.#started.disposeAsync();
  }

  /** Defers a cleanup to the end. */
  defer(stop: () => unknown): void {
    this.#started.defer(async () => void (await stop()));
  }

  /** Temporary folder. */
  folder(name: string): string {
    const folder = mkdtempSync(join(tmpdir(), `waystory-${name}-`));
    this.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
    return folder;
  }

  /** Starts the product on `options.dataDir`, or else on a temporary folder. */
  async product(options: Omit<ProductOptions, 'dataDir'> & Partial<ProductOptions>): Promise<Product> {
    const product = await startProduct({ ...options, dataDir: options.dataDir ?? this.folder('product') });
    this.defer(product.stop);
    return product;
  }

  /** Builds the pages and starts the product with a complete map: drawing it would disturb a browser on the same cores. */
  async productWithPages(): Promise<Product & { origin: string }> {
    execFileSync(process.execPath, [join(import.meta.dirname, '../../web/build.ts')], { stdio: 'inherit' });
    const product = await this.product({ seed: 'world', contexts: [] });
    const origin = `http://localhost:${product.port}/`;
    const isDone = async (): Promise<boolean> => {
      const status: unknown = await (await fetch(`${origin}basemap/status`)).json();
      return typeof status === 'object' && status !== null && 'done' in status && status.done === true;
    };
    while (!(await isDone())) await pause(500);
    return { ...product, origin };
  }

  /** Chromium of the end-to-end tests, loaded on demand, because most benchmarks need no browser. */
  async browser(): Promise<Browser> {
    const { launchBrowser } = await import('../home/browser.ts');
    const browser = await launchBrowser();
    this.defer(() => browser.close());
    return browser;
  }

  /** Starts an empty Postgres server with the settings of the product. */
  async postgres(): Promise<ScratchPostgres> {
    const server = await launchPostgres({ dataDir: join(this.folder('postgres'), 'postgres') });
    this.defer(() => server.stop());
    const createDatabase = async (name: string): Promise<pg.PoolConfig> => {
      const pool = createPool(server.config, { max: 1 });
      await pool.query(`create database ${name}`);
      await pool.end();
      return { ...server.config, database: name };
    };
    return { pid: server.pid, config: server.config, createDatabase };
  }

  /** Connection pool. */
  pool(database: pg.PoolConfig, max: number): pg.Pool {
    const pool = createPool(database, { max });
    this.defer(() => pool.end());
    return pool;
  }

  /** Event store of a database. */
  eventLog(database: pg.PoolConfig, connections: number): Pick<ReturnType<typeof openEventLog>, 'pool' | 'store'> {
    const log = openEventLog(database, connections);
    this.defer(log.close);
    return log;
  }

  async engine(...[name, options]: Parameters<typeof startEngine>): Promise<EngineServer> {
    const server = await startEngine(name, options);
    this.defer(() => server.close());
    return server;
  }

  /** Worker process on `module`, which reads its settings with `workerSettings`. */
  worker(module: string, settings: object, core?: number): Worker {
    const worker = startWorker(module, [JSON.stringify(settings)], core);
    this.defer(worker.stop);
    return worker;
  }

  /** Worker process that serves HTTP at the port of its settings; it is listening when this resolves. */
  async server(module: string, settings: object, core?: number): Promise<{ port: number; worker: Worker }> {
    const [port] = await findFreePorts(1);
    const worker = this.worker(module, { ...settings, port }, core);
    await worker.ask('ready?');
    return { port, worker };
  }

  loadGenerator(core?: number): LoadGenerator {
    const worker = this.worker(join(import.meta.dirname, 'http-load.ts'), {}, core);
    return (load) => worker.ask(load);
  }
}

/** Lends the Postgres of a data folder, which is started unless it runs. */
export async function onPostgresOf<T>(dataDir: string, work: (pool: pg.Pool, database: pg.PoolConfig) => Promise<T>): Promise<T> {
  const server = await launchPostgres({ dataDir: join(dataDir, 'postgres') });
  const pool = createPool(server.config, { max: 4 });
  try {
    return await work(pool, server.config);
  } finally {
    await pool.end();
    await server.stop();
  }
}
