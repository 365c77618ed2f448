import { join } from 'node:path';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { enter } from '../harness/ledger.ts';
import { type Product, startProduct } from '../harness/product.ts';
import { startWorker, type Worker } from '../harness/worker.ts';
import type { Server } from './reader.ts';

/** More than any run of this asks for. */
const credits = 100_000;
const apart = (module: string, ...args: string[]): Worker => startWorker(join(import.meta.dirname, module), args);

/** The product and the bare pipe before the same provider, each in a process of its own, and a reader. */
export interface Stage extends AsyncDisposable {
  product: Product;
  ours: Server;
  bare: Server;
  reader: Worker;
  /** Processes that serve the bare pipe. */
  barePids: number[];
}

/** @param contexts those that the product runs; all when empty */
export async function openStage(contexts: readonly string[]): Promise<Stage> {
  await using opening = new AsyncDisposableStack();
  const provider = apart('provider.ts');
  opening.defer(provider.stop);
  const providerPort = await provider.ask<number>({});
  const pipe = apart('pipe.ts', String(providerPort));
  opening.defer(pipe.stop);
  const settings = { OPENAI_BASE_URL: `http://127.0.0.1:${providerPort}/v1`, OPENAI_MODEL: 'paced' };
  const product = await startProduct({ seed: 'none', contexts, settings });
  opening.defer(product.stop);
  await grantCredits(product);
  const reader = apart('reader.ts');
  opening.defer(reader.stop);
  const held = opening.move();
  return {
    product,
    ours: { port: product.port, token: product.token },
    bare: { port: await pipe.ask<number>({}), token: null },
    reader,
    barePids: [pipe.pid],
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function grantCredits({ port, token, database }: Product): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/accounts/me`, { headers: { authorization: `Bearer ${token}` } });
  const { id: accountId } = (await response.json()) as { id: string }; // of the product
  const pool = createPool(database, { max: 1 });
  try {
    await enter(postgresEventStore(pool), { type: 'GrantCredits', accountId, grantId: newId(), credits, reason: 'GOODWILL' });
  } finally {
    await pool.end();
  }
}
