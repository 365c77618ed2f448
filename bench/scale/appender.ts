import { randomUUID } from 'node:crypto';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import { closedLoop } from '../harness/closed-loop.ts';
import { answerQuestions } from '../harness/worker.ts';
import { streamOf } from './log.ts';

export interface AppenderSettings {
  database: pg.PoolConfig;
  stories: number;
}
export type AppenderQuestion = { ask: 'append'; callers: number; seconds: number } | { ask: 'forget' };

// The one argument is what the bench passes.
const { database, stories } = JSON.parse(process.argv[2] ?? '{}') as AppenderSettings;
const pool = createPool(database, { max: 8 });
const store = postgresEventStore(pool);
const begin = await store.head();

async function append(): Promise<void> {
  const meta = { actorId: null, commandId: randomUUID() };
  const data = { changes: { shortDescription: `Told again ${meta.commandId}` } };
  const event = { id: randomUUID(), type: 'ItineraryRewritten', schema: 1, data, meta, at: new Date().toISOString() };
  await store.append(streamOf(Math.floor(Math.random() * stories)), 'any', [event]);
}

answerQuestions(
  async (question: AppenderQuestion) => {
    if (question.ask === 'append') return closedLoop(question.callers, question.seconds, append);
    // The log keeps its size.
    await pool.query('delete from events where position > $1', [begin]);
    return null;
  },
  async () => {
    await store.close();
    await pool.end();
  },
);
