import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { openBackup } from '@waystory/infra/backup/backup-folder.ts';
import { backupKeyOf } from '@waystory/infra/backup/sealed-file.ts';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { TestApp, TestBrowser } from '@waystory/services/sandbox/oidc/test-browser.ts';
import { newEvent } from '../../harness/event-log.ts';
import {
  contextsWithoutMap as contexts,
  headOf,
  type Product,
  path,
  startProduct,
  waitUntilCaughtUp,
  withoutRateLimits,
} from '../../harness/product.ts';
import { onPostgresOf, Resources } from '../../harness/resources.ts';
import { fillMixedLog } from '../../rebuild/log.ts';
import { apiClient, mustSucceed, startItineraryWriters } from '../environment/client.ts';
import { runCommand, runVerify } from '../environment/commands.ts';
import type { Environment } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';
import type { DrillRun, Tally } from '../tally.ts';

/** Routes whose reads together wait for the read models of all contexts. */
const reads = ['itineraries?limit=1', 'itinerary-projections?limit=1', 'accounts/search?q=ada', 'posts?limit=1', 'itineraries/search?q=tower'];

export interface ProductLocation {
  dataDir: string;
  port: number;
}

/** Starts the product as `npm start` does, but without the basemap. The port stays the same, because account ids derive from the public origin. */
const startAt = ({ dataDir, port }: ProductLocation, seed: 'world' | 'none' = 'none'): Promise<Product> =>
  startProduct({ dataDir, seed, contexts, settings: { PORT: String(port) } });

/** Seeds the example content, and fills the log up to a number of events. */
async function prepareWorld(place: ProductLocation, events: number): Promise<void> {
  await (await startAt(place, 'world')).stop();
  await onPostgresOf(place.dataDir, async (pool) => {
    const { rows } = await pool.query<{ events: number }>('select count(*)::int as events from events');
    await fillMixedLog(pool, events - (rows[0]?.events ?? 0));
  });
}

/** An acknowledged write, with its time in milliseconds since 1970. */
export interface TimedWrite {
  stream: string;
  at: number;
}

type Query = <R>(text: string, values?: unknown[]) => Promise<R[]>;

/** Queries the Postgres of a data folder, running or started for it. */
export const queryLog = <T>(dataDir: string, ask: (query: Query) => Promise<T>): Promise<T> =>
  onPostgresOf(dataDir, (pool) => ask(async (text, values = []) => (await pool.query(text, values)).rows));

/** Acknowledged writes that are missing in the log of a data folder. */
async function lostOf(dataDir: string, acknowledged: readonly TimedWrite[]): Promise<TimedWrite[]> {
  const streams = acknowledged.map(({ stream }) => stream);
  const rows = await queryLog(dataDir, (query) => query<{ stream: string }>('select distinct stream from events where stream = any($1)', [streams]));
  const there = new Set(rows.map(({ stream }) => stream));
  return acknowledged.filter(({ stream }) => !there.has(stream));
}

const streams = 200;

/** Negative control: deletes an event after a restore, and records whether the check for lost writes finds it. */
async function controlOfRestore(folder: string, env: Environment['env'], tally: Tally): Promise<void> {
  const at = (name: string): string => join(folder, name);
  const run = (name: string, dataDir: string) => runCommand('database', { ...env, DATA_DIR: dataDir }, [name, at('control-backup')]);
  const written = await writeSmallLog(at('control'));
  const made = await run('backup', at('control'));
  const restored = await run('restore', at('restored'));
  const before = made.failed || restored.failed ? written : await lostOf(at('restored'), written);
  const last = written.at(-1)?.stream;
  await queryLog(at('restored'), (query) => query('delete from events where stream = $1', [last]));
  const after = await lostOf(at('restored'), written);
  const isNoticed = before.length === 0 && after.length === 1 && after[0]?.stream === last;
  tally.record(isNoticed, `control: of ${streams} events ${before.length} are missed after a restore, and ${after.length} when one is left out`);
}

async function writeSmallLog(dataDir: string): Promise<TimedWrite[]> {
  const written = Array.from({ length: streams }, (_, n) => ({ stream: `control-${n}`, at: Date.now() }));
  await onPostgresOf(dataDir, async (pool) => {
    const store = postgresEventStore(pool);
    await Promise.all(written.map(({ stream }) => store.append(stream, 0, [newEvent('Written', {})])));
    await store.close();
  });
  return written;
}

const password = 'correct horse battery';
/** A unique word of somebody whose account is erased before the loss of the disk. */
const saidByErased = 'Quibblefrost';

interface Erased {
  id: string;
  email: string;
}

const appAt = (port: number): TestApp => new TestApp(new TestBrowser(`http://localhost:${port}`));

/** Somebody signs up, writes about themselves and deletes the account. */
async function comeAndGo(port: number): Promise<Erased> {
  const [app, email] = [appAt(port), `${crypto.randomUUID()}@drill.example`];
  const page = await app.authorize({ prompt: 'create' });
  const submit = (form: 'sign-in' | 'sign-up', fields: Record<string, string>) => app.browser.submit(`${page.url.pathname}/${form}`, fields);
  await submit('sign-up', { name: 'Zephyrine', email, password });
  const { access_token } = await app.tokensFrom(await submit('sign-in', { email, password }));
  const { ask, close } = apiClient(port, access_token);
  const id = String((await mustSucceed(ask, { method: 'POST', path: '/api/accounts', body: {} })).body.id);
  const path = `/api/accounts/${id}`;
  await mustSucceed(ask, { method: 'PUT', path, body: { userName: 'zephyrine-q', aboutMe: `${saidByErased} by trade` } });
  await mustSucceed(ask, { method: 'DELETE', path });
  close();
  return { id, email };
}

/** Records that an erased account stays erased. Tests of `services/operations` restore people with their passwords, pictures and orders. */
async function checkErased({ port, dataDir }: ProductLocation, { id, email }: Erased, tally: Tally): Promise<void> {
  const { status } = await fetch(`http://127.0.0.1:${port}/api/accounts/${id}`);
  const tokens = await appAt(port)
    .signIn(email, password)
    .catch(() => null);
  const [keys, words] = await queryLog(dataDir, async (query) => [
    await query('select 1 from personal_keys where account_id = $1 and key is not null', [id]),
    await query('select 1 from events where data::text like $1', [`%${saidByErased}%`]),
  ]);
  const isGone = status === 404 && !tokens?.access_token && keys?.length === 0 && words?.length === 0;
  const told = `answered with ${status}, ${tokens?.access_token ? 'CAN' : 'cannot'} sign in, ${keys?.length} keys`;
  tally.record(isGone, `an erased account stays so: ${told}`);
}

/** Promised recovery point and recovery time, seconds. */
const [lostAtMost, backWithin] = [1, 60];
const wholeWorld = 100_000;
const caughtUpWithinMs = 120_000;
const program = join(import.meta.dirname, '../../../services/operations/database.ts');

interface Loss {
  /** Time of the loss, milliseconds since 1970. */
  at: number;
  acknowledged: readonly TimedWrite[];
  erased: Erased;
}

/**
 * Kills a product and the backup that follows it while users write, deletes the data, and restores the backup elsewhere. Checks the lost writes, the
 * recovery time and the restored data.
 */
export async function restoreDrill({ short, tally }: DrillRun): Promise<void> {
  await using held = new Resources();
  const folder = held.folder('drill-restore');
  const [port = 0] = await findFreePorts(1);
  const key = randomBytes(32).toString('base64');
  const env = { PATH: path, MALLOC_ARENA_MAX: '1', SEED: 'none', PORT: String(port), ...withoutRateLimits, BACKUP_KEY: key };
  const at = (name: string): ProductLocation => ({ dataDir: join(folder, name), port });
  const backup = join(folder, 'backup');
  await controlOfRestore(folder, env, tally);
  const loss = await loseDisk({ ...env, DATA_DIR: at('lost').dataDir }, at('lost'), backup, short);
  await bringBack({ ...env, DATA_DIR: at('elsewhere').dataDir }, at('elsewhere'), backup, loss, tally);
}

async function loseDisk(env: Environment['env'], place: ProductLocation, backup: string, short: boolean): Promise<Loss> {
  if (!short) await prepareWorld(place, wholeWorld);
  const product = await startAt(place);
  const victims = [...product.pids];
  const lose = (): number => {
    for (const pid of victims.splice(0)) process.kill(pid, 'SIGKILL');
    return Date.now();
  };
  try {
    await waitUntilCaughtUp(product, reads);
    const erased = await comeAndGo(place.port);
    victims.push(await startFollowing(env, backup));
    // The first round reads the whole log.
    const head = await headOf(product);
    const key = backupKeyOf(env.BACKUP_KEY ?? '');
    const hasAll = async (): Promise<boolean> => ((await openBackup(backup, key)).manifest.last?.position ?? 0) >= head;
    if (!(await until(hasAll, caughtUpWithinMs))) throw new Error('The backup did not catch up');
    const { ask, close } = apiClient(place.port, product.token);
    const writing = startItineraryWriters(ask, (n) => ({ title: `Written as number ${n}`, visibility: 'PUBLIC' }));
    await pause(short ? 3_000 : 15_000);
    const at = lose();
    await writing.stop();
    close();
    rmSync(place.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    return {
      at,
      acknowledged: writing.acknowledged.filter((write) => write.at <= at).map(({ id, at: then }) => ({ stream: `itinerary-${id}`, at: then })),
      erased,
    };
  } finally {
    lose();
  }
}

/** Starts `npm run db -- backup DIR --follow`. @returns its process id @throws Error when it ends at once */
async function startFollowing(env: Environment['env'], folder: string): Promise<number> {
  const child = spawn(process.execPath, [program, 'backup', folder, '--follow'], { env: { ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The backup ended with ${code} at once`)));
  ended.catch(() => {});
  await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  return child.pid ?? 0;
}

async function bringBack(
  env: Environment['env'],
  place: ProductLocation,
  backup: string,
  { at, acknowledged, erased }: Loss,
  tally: Tally,
): Promise<void> {
  const began = performance.now();
  const restored = await runCommand('database', env, ['restore', backup]);
  for (const line of restored.lines) console.log(`     ${line}`);
  const product = await startAt(place);
  try {
    const started = (performance.now() - began) / 1_000 - restored.seconds;
    await waitUntilCaughtUp(product, reads);
    const seconds = (performance.now() - began) / 1_000;
    const built = seconds - started - restored.seconds;
    const parts = `${restored.seconds.toFixed(1)} s to restore, ${started.toFixed(1)} s to start, ${built.toFixed(1)} s until read models were there`;
    tally.record(!restored.failed && seconds <= backWithin, `all is back after ${seconds.toFixed(1)} s of at most ${backWithin}: ${parts}`);
    const missing = await lostOf(place.dataDir, acknowledged);
    const secondsLost = missing.length === 0 ? 0 : (at - Math.min(...missing.map((write) => write.at))) / 1_000;
    const told = `${missing.length} are lost, all of the last ${secondsLost.toFixed(2)} s of at most ${lostAtMost}`;
    tally.record(acknowledged.length > 100 && secondsLost <= lostAtMost, `of ${acknowledged.length} acknowledged writes ${told}`);
    await checkErased(place, erased, tally);
    await runVerify({ name: 'restored', env }, tally);
  } finally {
    await product.stop();
  }
}
