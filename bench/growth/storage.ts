import { randomUUID } from 'node:crypto';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import { closedLoop } from '../harness/closed-loop.ts';
import { answerQuestions } from '../harness/worker.ts';
import { streamOf } from './fill.ts';

export interface StorageSettings {
  database: pg.PoolConfig;
  stories: number;
}
export type StorageQuestion = { operation: 'append' | 'load'; callers: number; seconds: number } | { operation: 'forget' };

// The one argument is what the bench passes.
const { database, stories } = JSON.parse(process.argv[2] ?? '{}') as StorageSettings;
const pool = createPool(database, { max: 16 });
const store = postgresEventStore(pool);

async function load(): Promise<void> {
  const events = await store.read(streamOf(Math.floor(Math.random() * stories)));
  if (events.length < 20) throw new Error('A story is not whole');
}

async function append(): Promise<void> {
  const meta = { actorId: null, commandId: randomUUID() };
  const data = { changes: { shortDescription: `Told again ${meta.commandId}` } };
  const event = { id: randomUUID(), type: 'ItineraryRewritten', schema: 1, data, meta, at: new Date().toISOString() };
  await store.append(streamOf(Math.floor(Math.random() * stories)), 'any', [event]);
}

const begin = await store.head();

/** Takes back what was appended. */
async function forget(): Promise<void> {
  await pool.query('delete from events where position > $1', [begin]);
  await pool.query('vacuum events');
}

answerQuestions(
  async (question: StorageQuestion) =>
    question.operation === 'forget' ? forget() : closedLoop(question.callers, question.seconds, question.operation === 'load' ? load : append),
  async () => {
    await store.close();
    await pool.end();
  },
);
