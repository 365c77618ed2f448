import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { roles } from '@waystory/infra/host/host.ts';
import { newId } from '@waystory/infra/identifier.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { defaultContexts, type Person, type TestProduct, testProduct } from '../../testing/product.ts';

const total = 3_500;
const barrierLock = 20_261_122;
const workerFile = fileURLToPath(new URL('./bulk-worker-fixture.ts', import.meta.url));

let product: TestProduct;
let admin: Person;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  product = await testProduct(
    defaultContexts,
    roles.filter((role) => role !== 'worker'),
  );
  admin = product.person('root', 'admin');
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await product.stop();
});

function startWorker(): ChildProcess {
  const { host, port, user, password, database } = product.engines.pool?.options ?? {};
  const worker = spawn(process.execPath, [workerFile, JSON.stringify({ host, port, user, password, database })], { stdio: 'inherit' });
  workers.push(worker);
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL');
  if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
}

/** Appends to the event log directly: creating this many through the API would be slow. */
async function stories(): Promise<string[]> {
  const ids = Array.from({ length: total }, newId);
  const at = new Date().toISOString();
  const meta = { actorId: null, commandId: newId() };
  const data = { title: 'Many', accountId: newId(), visibility: 'PUBLIC' };
  const event = () => ({ id: newId(), type: 'ItineraryCreated', schema: 1, data, meta, at });
  await Promise.all(ids.map((id) => product.engines.events.append(`itinerary-${id}`, 0, [event()])));
  return ids;
}

/** A closed barrier blocks the deletions with these ordinal numbers, so that a worker is killed during a page. */
async function barrierIn(pool: pg.Pool, deletions: readonly number[]) {
  await pool.query(`
    create sequence deletions;
    create function wait_at_barrier() returns trigger language plpgsql as $$
    begin
      if nextval('deletions') in (${deletions.join(', ')}) then perform pg_advisory_xact_lock(${barrierLock}); end if;
      return new;
    end $$;
    create trigger barrier before insert on events for each row when (new.type = 'ItineraryDeleted') execute function wait_at_barrier()`);
  const holder = await pool.connect();
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and objid = ${barrierLock} and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  return {
    close: () => holder.query('select pg_advisory_lock($1)', [barrierLock]),
    open: () => holder.query('select pg_advisory_unlock($1)', [barrierLock]),
    isReached: async () => (await pool.query(waiting)).rows.length > 0,
    end: () => holder.release(),
  };
}

test('A bulk job continues after its workers are killed, and deletes nothing twice', { timeout: 180_000 }, async () => {
  const ids = await stories();
  const query = { filter: '{"title":"Many"}' };
  const preview = async (): Promise<number> => {
    const reply = await admin.api.deleteItineraries({ query: { ...query, dryRun: 'true' } });
    return 'matched' in reply ? reply.matched : 0;
  };
  await expect.poll(preview, { timeout: 60_000 }).toBe(total);
  const reply = await admin.api.deleteItineraries({ query });
  const jobId = 'jobId' in reply ? reply.jobId : expect.fail('it was no job');
  const log = (): Promise<RecordedEvent[]> => product.engines.events.read(`job-${jobId}`);
  const pool = product.engines.pool ?? expect.fail('it runs on Postgres');
  const deleted = async (): Promise<number> => {
    const { rows } = await pool.query(`select count(*)::int as count from events where type = 'ItineraryDeleted'`);
    return rows[0].count;
  };

  // Within the first page, and within a later page.
  const barrier = await barrierIn(pool, [900, 2_400]);
  onTestFinished(barrier.end);
  for (const least of [1, 1_001]) {
    await barrier.close();
    const worker = startWorker();
    await expect.poll(barrier.isReached, { timeout: 60_000 }).toBe(true);
    await kill(worker);
    await barrier.open();
    expect(await deleted()).toBeGreaterThanOrEqual(least);
    expect((await log()).at(-1)?.type).not.toBe('JobCompleted');
  }
  startWorker();
  await expect.poll(async () => (await log()).at(-1)?.type, { timeout: 60_000 }).toBe('JobCompleted');

  const job = () => admin.api.getJob({ params: { id: jobId } });
  await expect.poll(async () => (await job()).state).toBe('completed');
  expect((await log()).filter(({ type }) => type === 'JobProgressed').map(({ data }) => data.page)).toEqual([1, 2, 3, 4]);
  expect(await job()).toMatchObject({ done: total, changed: total, failed: 0, matched: total });
  expect(await deleted()).toBe(total);
  for (const [stream, events] of await product.engines.events.readMany(ids.slice(0, 500).map((id) => `itinerary-${id}`)))
    expect([stream, events.map(({ type }) => type)]).toEqual([stream, ['ItineraryCreated', 'ItineraryDeleted']]);
  await expect.poll(preview).toBe(0);
});
