import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { patiently } from '../bulk/fill.ts';
import { type Product, startProduct } from '../harness/product.ts';
import { type Door, openDoor } from './door.ts';
import { type Amounts, fillComments } from './fill.ts';

/** All but the map and the world, which the admin app has no use for. */
const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'model', 'moderation', 'social', 'stripe', 'web'];
const builtWithinMs = 40 * 60_000;
const lookEveryMs = 250;
/** Longest that anything in a page may take on a busy machine, milliseconds. */
const patienceMs = 120_000;

/** The product with very many comments, behind the door that the bare list is served at. The token is an administrator's. */
export interface Stage extends AsyncDisposable {
  product: Product;
  origin: string;
}

export async function openStage(amounts: Amounts): Promise<Stage> {
  await using opening = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'waystory-admin-'));
  opening.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  await fill(dataDir, amounts);
  const door: Door = await openDoor();
  opening.defer(door.stop);
  const product = await startProduct({ dataDir, seed: 'none', contexts, who: 'admin', settings: { PUBLIC_ORIGIN: door.origin } });
  opening.defer(product.stop);
  await built(product);
  await door.leadTo(product.port);
  const held = opening.move();
  return { product, origin: door.origin, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

async function fill(dataDir: string, amounts: Amounts): Promise<void> {
  const begin = performance.now();
  const postgres = await launchPostgres({ dataDir: join(dataDir, 'postgres') });
  const pool = createPool(postgres.config, { max: 1 });
  const events = postgresEventStore(pool);
  await events.head();
  await fillComments(pool, amounts);
  await events.close();
  await pool.end();
  await postgres.stop();
  console.log(`${amounts.comments + amounts.spam} comments were written in ${secondsSince(begin)} s`);
}

const secondsSince = (begin: number): number => Math.round((performance.now() - begin) / 1000);

/** Waits until everything that is asked for here has been read from the log. */
async function built({ port, database, token }: Product): Promise<void> {
  const begin = performance.now();
  const pool = createPool(database, { max: 1 });
  const events = postgresEventStore(pool);
  const headers = { authorization: `Bearer ${token}`, 'x-after': String(await events.head()) };
  await events.close();
  for (const resource of ['posts', 'itineraries', 'accounts', 'audit', 'jobs', 'reports', 'reactions'])
    while ((await fetch(`http://127.0.0.1:${port}/api/${resource}?limit=1`, { headers })).status !== 200) {
      if (performance.now() - begin > builtWithinMs) throw new Error('The read models were not built in time');
      await pause(lookEveryMs);
    }
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(patiently('vacuum analyze'));
  // What is still to be written to the disk would hold up a browser, which writes its cookies there: by up to two minutes.
  await client.query(patiently('checkpoint'));
  execFileSync('sync');
  client.release(true);
  await pool.end();
  console.log(`Their read models were built in ${secondsSince(begin)} s`);
}

/** Goes to a page of the admin app as nobody, and signs in as the ready moderator of the embedded provider. */
export async function signIn(page: Page, address: string): Promise<void> {
  page.setDefaultTimeout(patienceMs);
  await page.goto(address);
  await page.getByLabel('E-mail').fill('moderator@waystory.example');
  await page.getByLabel('Password').fill('waystory');
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The address is that of the app before the app is there.
  await page.getByRole('navigation', { name: 'Resources' }).waitFor();
  await page.waitForLoadState('networkidle');
}
