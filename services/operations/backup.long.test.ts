import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RestoreReport, restoreBackup } from '@waystory/infra/backup/restore-backup.ts';
import { runBackup } from '@waystory/infra/backup/run-backup.ts';
import { backupKeyOf } from '@waystory/infra/backup/sealed-file.ts';
import { type JobCommand, jobStream } from '@waystory/infra/bulk/bulk-job.ts';
import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chooseIdentityProvider } from '../identity.ts';
import { jpeg } from '../media/file/pictures.fixture.ts';
import { fileIn, postForm } from '../media/file/uploads.fixture.ts';
import { insertUser, userWithPassword } from '../sandbox/oidc/users.ts';
import { contextsWithCreditSales, type TestProduct, testProduct } from '../testing/product.ts';
import { executeStripeControl } from '../testing/stripe-control.ts';
import { backupSourceOf } from './backup-command.ts';
import { backedUpBlobPrefix, backedUpTables, backupVocabulary, omittedTables } from './kept-state.ts';

const config = readConfig({});
const key = backupKeyOf(randomBytes(32).toString('base64'));
const folder = mkdtempSync(join(tmpdir(), 'waystory-backup-'));
const soon = { timeout: 60_000, interval: 100 };
const restored: TestProduct[] = [];
let first: TestProduct;
/** The source product, and the data written to it before the backup. */
let made: Awaited<ReturnType<typeof live>>;

beforeAll(async () => {
  first = await testProduct(contextsWithCreditSales, undefined, {}, chooseIdentityProvider);
  made = await live();
  await runBackup({ folder, key, source: backupSourceOf(first.engines, config, false), tell: () => {} });
}, 120_000);
afterAll(async () => {
  await Promise.all([first, ...restored].map((product) => product.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const poolOf = ({ engines: { pool } }: TestProduct) => pool ?? expect.fail('the test product stands on Postgres');
const ada = (product: TestProduct) => product.person('ada');
const bob = (product: TestProduct) => product.person('bob');

async function live() {
  await ada(first).api.createAccount({});
  await ada(first).api.updateAccount({ params: { id: ada(first).accountId }, body: { userName: 'zephyrquill', aboutMe: 'Quibblefrost by trade' } });
  await ada(first).api.createItinerary({ body: { title: 'Wobblethorpe', visibility: 'PUBLIC' } });
  await bob(first).api.createAccount({});
  await bob(first).api.updateAccount({ params: { id: bob(first).accountId }, body: { userName: 'bob-the-walker' } });
  const story = await bob(first).api.createItinerary({ body: { title: 'Lisbon, hill by hill', visibility: 'PUBLIC' } });
  const picture = fileIn(await postForm(first, bob(first), [['file', await jpeg(700, 300), 'boat.jpg']]));
  const order = await bob(first).api.createOrder({ params: bob(first), body: { packageId: 'starter', returnTo: '/' } });
  await insertUser(poolOf(first), { id: newId(), email: 'grace@waystory.example', name: 'Grace', roles: [], password: 'a long password' });
  const before = new Date();
  await bob(first).api.createItinerary({ body: { title: 'A later one', visibility: 'PUBLIC' } });
  await ada(first).api.deleteAccount({ params: { id: ada(first).accountId } });
  const keyOf = () => first.engines.personalKeys.read([ada(first).accountId]);
  await vi.waitFor(async () => expect((await keyOf()).every((one) => one.key === null)).toBe(true), soon);
  await first.host.stop();
  const job = await beginJob();
  return { story, picture, order, before, job };
}

/** Starts a job without a worker, so that the backup contains it unfinished. */
async function beginJob(): Promise<string> {
  const jobId = newId();
  const filter = JSON.stringify({ title: { startsWith: 'A later' } });
  const plan: Extract<JobCommand, { type: 'StartJob' }>['plan'] = {
    ...{ accountId: bob(first).accountId, roles: [], context: 'itineraries', collection: 'itineraries', operation: 'DELETE' },
    ...{ filter, changes: null, matched: 1 },
  };
  const context = { actorId: plan.accountId, now: new Date().toISOString(), commandId: newId() };
  await createCommandHandler(first.engines.events).execute(jobStream, jobId, [{ type: 'StartJob', plan }], context);
  return jobId;
}

/** A product on empty engines, into which the backup is restored. */
async function restoreHere(until?: Date): Promise<{ product: TestProduct; report: RestoreReport }> {
  const product = await testProduct(contextsWithCreditSales);
  restored.push(product);
  const target = {
    pool: poolOf(product),
    blobs: product.engines.blobs,
    blobPrefix: backedUpBlobPrefix,
    tables: backedUpTables,
    derived: async () => [],
  };
  return { product, report: await restoreBackup({ folder, key, target, words: backupVocabulary, until, tell: () => {} }) };
}

async function expectVerified({ engines: { events, projections: store } }: TestProduct): Promise<void> {
  const projections = contextsWithCreditSales.flatMap((definition) => definition.projections);
  const results = await verify({ projections, events, store });
  expect(results.filter(({ equal }) => !equal)).toEqual([]);
}

test('Every table of a running product is in the backup or in the list of omitted tables', async () => {
  const { rows } = await poolOf(first).query<{ name: string }>(
    `select case when schemaname = 'public' then '' else schemaname || '.' end || tablename as name
     from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const kept = new Set(backedUpTables.flatMap(({ tables }) => tables.map(({ name }) => name)));
  const isDecided = (name: string): boolean =>
    kept.has(name) || Object.keys(omittedTables).some((one) => (one.endsWith('.') ? name.startsWith(one) : name === one));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.map(({ name }) => name).filter((name) => !isDecided(name))).toEqual([]);
});

describe('restored backup', { timeout: 120_000 }, () => {
  let product: TestProduct;
  beforeAll(async () => {
    ({ product } = await restoreHere());
  }, 120_000);

  test('contains story and picture, and its read models equal the log', async () => {
    await expect.poll(async () => (await product.send({ url: `/api/itineraries/${made.story.id}` })).statusCode, soon).toBe(200);
    expect((await product.send({ url: made.picture.url })).statusCode).toBe(200);
    expect(await bob(product).api.getMyAccount({})).toMatchObject({ userName: 'bob-the-walker' });
    await expectVerified(product);
  });

  test('accepts the passwords of its users', async () => {
    expect(await userWithPassword(poolOf(product), 'grace@waystory.example', 'a long password')).toMatchObject({ name: 'Grace' });
    expect(await userWithPassword(poolOf(product), 'grace@waystory.example', 'another password')).toBeNull();
  });

  test('fulfils an order that was open in the backup', async () => {
    const params = { accountId: bob(product).accountId, id: made.order.id };
    expect(await bob(product).api.getOrder({ params })).toMatchObject({ status: 'PENDING' });
    await executeStripeControl(product, { do: 'pay', session: made.order.stripeSessionId ?? '' });
    await expect.poll(async () => (await bob(product).api.getOrder({ params })).status, soon).toBe('FULFILLED');
  });

  test('completes a job that was running in the backup', async () => {
    const look = () => bob(product).api.getJob({ params: { id: made.job } });
    await expect.poll(async () => (await look()).state, soon).toBe('completed');
    expect(await look()).toMatchObject({ matched: 1, done: 1, changed: 1 });
  });

  test('contains no personal data of an erased account', async () => {
    expect((await product.send({ url: `/api/accounts/${ada(product).accountId}` })).statusCode).toBe(404);
    const said = (await product.engines.events.readAll(0, 10_000)).map(({ data }) => JSON.stringify(data)).join();
    for (const word of ['zephyrquill', 'Quibblefrost']) expect(said.includes(word), word).toBe(false);
    expect(said.includes('bob-the-walker')).toBe(true);
  });
});

test('Restore to a moment before an erasure omits later events and keeps the account erased', { timeout: 120_000 }, async () => {
  const { product, report } = await restoreHere(made.before);
  expect(report).toMatchObject({ erasures: 1 });
  await expect.poll(async () => (await product.send({ url: `/api/itineraries/${made.story.id}` })).statusCode, soon).toBe(200);
  const titles = async () => (await product.anonymous.listItineraries({ query: {} })).items.map(({ title }) => title);
  // The restored log contains the story of the erased account again, so the restore repeats the erasure.
  await expect.poll(titles, soon).toEqual(['Lisbon, hill by hill']);
  expect((await product.send({ url: `/api/accounts/${ada(product).accountId}` })).statusCode).toBe(404);
  await expectVerified(product);
});
