import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { appendLock } from '@waystory/infra/event-store/postgres/schema.ts';
import type pg from 'pg';
import { newEvent, openEventLog } from '../../harness/event-log.ts';
import { answerQuestions, workerSettings } from '../../harness/worker.ts';

/** `unlocked`: transactions without the append lock, for the control. */
export type LockMode = 'locked' | 'unlocked';

const appenders = 4;
const dawdlers = 3;
const turns = 8;
const longestPauseMs = 12;

const { pool, store, close } = openEventLog(workerSettings<pg.PoolConfig>(), 8);

const dawdle = (): Promise<void> => pause(Math.random() * longestPauseMs);

async function append(): Promise<string[]> {
  const stream = `gap-${randomUUID()}`;
  const ids: string[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const events = Array.from({ length: 1 + (turn % 3) }, () => newEvent('Written', {}));
    await store.append(stream, ids.length, events);
    ids.push(...events.map(({ id }) => id));
  }
  return ids;
}

const insert = `insert into events (id, stream, version, type, schema, data, meta, created_at) values ($1, $2, 1, 'Written', 1, '{}', '{}', now())`;

/** Transactions that take their position, wait, and commit or roll back. @returns committed ids */
async function appendLate(manner: LockMode): Promise<string[]> {
  const ids: string[] = [];
  const client = await pool.connect();
  for (let turn = 0; turn < turns; turn++) {
    const id = await transaction(client, manner, turn % 3 !== 0);
    if (id) ids.push(id);
    await dawdle();
  }
  client.release();
  return ids;
}

async function transaction(client: pg.PoolClient, manner: LockMode, commits: boolean): Promise<string | null> {
  const id = randomUUID();
  await client.query('begin');
  await client.query('select txid_current()');
  await dawdle();
  if (manner === 'locked') await client.query('select pg_advisory_xact_lock($1)', [appendLock]);
  await client.query(insert, [id, `gap-${randomUUID()}`]);
  await dawdle();
  await client.query(commits ? 'commit' : 'rollback');
  return commits ? id : null;
}

answerQuestions(async (manner: LockMode) => {
  const writing = [...Array.from({ length: appenders }, append), ...Array.from({ length: dawdlers }, () => appendLate(manner))];
  return (await Promise.all(writing)).flat();
}, close);
