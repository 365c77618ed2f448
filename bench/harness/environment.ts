import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { type EngineServer, freePorts, startEngine } from '@waystory/infra/engine-servers/engine-server.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import { launchBrowser } from '../home/browser.ts';
import { type LoadGenerator, loadGenerator } from './http-load.ts';
import { type Product, type ProductOptions, startProduct } from './product.ts';
import { machine } from './report.ts';
import { type ScratchPostgres, scratchPostgres } from './scratch-postgres.ts';
import { startWorker, type Worker } from './worker.ts';

/** Server of a reference, in a process of its own. */
export interface ReferenceServer {
  port: number;
  worker: Worker;
}

/** Everything that a benchmark runs on. It is stopped in reverse order when the benchmark ends. */
export class Environment implements AsyncDisposable {
  /** The machine before the first measurement. */
  readonly machine = machine();
  readonly #started = new AsyncDisposableStack();

  [Symbol.asyncDispose](): Promise<void> {
    return this.#started.disposeAsync();
  }

  /** Defers a cleanup to the end. */
  defer(stop: () => void | Promise<void>): void {
    this.#started.defer(stop);
  }

  async product(options: ProductOptions): Promise<Product> {
    const product = await startProduct(options);
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

  /** Chromium of the end-to-end tests. */
  async browser(): Promise<Browser> {
    const browser = await launchBrowser();
    this.defer(() => browser.close());
    return browser;
  }

  /** The product's Postgres with its settings, empty. */
  async postgres(): Promise<ScratchPostgres> {
    const postgres = await scratchPostgres();
    this.defer(postgres.close);
    return postgres;
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
  async server(module: string, settings: object, core?: number): Promise<ReferenceServer> {
    const [port] = await freePorts(1);
    const worker = this.worker(module, { ...settings, port }, core);
    await worker.ask('ready?');
    return { port, worker };
  }

  loadGenerator(core?: number): LoadGenerator {
    return loadGenerator(this.worker(join(import.meta.dirname, 'http-load.ts'), {}, core));
  }
}

/** Lends a connection pool and an event store, whose table it creates. */
export async function withEventLog(database: pg.PoolConfig, use: (pool: pg.Pool) => Promise<unknown> = async () => {}): Promise<void> {
  const pool = createPool(database, { max: 1 });
  const store = postgresEventStore(pool);
  await store.head();
  await use(pool);
  await store.close();
  await pool.end();
}
