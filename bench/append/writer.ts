import type { EventStore, NewEvent } from '@waystory/infra/event-store/port.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import { closedLoop } from '../harness/closed-loop.ts';
import { answerQuestions } from '../harness/worker.ts';
import { newEvent, streamName } from './streams.ts';

/** `store`: the event store. `insert`: a prepared INSERT of one row, which its unique indexes check. */
export type Arm = 'store' | 'insert';
export interface WriterSettings {
  arm: Arm;
  database: pg.PoolConfig;
  connections: number;
  streams: number;
}

type Append = (stream: string, expected: number, event: NewEvent) => Promise<void>;

const insertRow = `insert into events (id, stream, version, type, schema, data, meta, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`;

function appendOf(arm: Arm, pool: pg.Pool, store: EventStore): Append {
  if (arm === 'store')
    return async (stream, expected, event) => {
      await store.append(stream, expected, [event]);
    };
  return async (stream, expected, { id, type, schema, data, meta, at }) => {
    const values = [id, stream, expected + 1, type, schema, JSON.stringify(data), JSON.stringify(meta), at];
    await pool.query({ name: 'insert', text: insertRow, values });
  };
}

// The one argument is what startWriter was given.
const { arm, database, connections, streams } = JSON.parse(process.argv[2] ?? '{}') as WriterSettings;
const pool = createPool(database, { max: connections });
const store = postgresEventStore(pool);
const append = appendOf(arm, pool, store);
const versions = new Uint32Array(streams).fill(1);

/** Each caller writes to streams of its own, any of them, so nobody is in conflict. */
async function run({ callers, seconds }: { callers: number; seconds: number }) {
  return closedLoop(callers, seconds, async (caller) => {
    const index = Math.floor(Math.random() * Math.floor(streams / callers)) * callers + caller;
    const version = versions[index] ?? 0;
    await append(streamName(index), version, newEvent());
    versions[index] = version + 1;
  });
}

answerQuestions(run, async () => {
  await store.close();
  await pool.end();
});
