import { randomUUID } from 'node:crypto';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import { closedLoop } from '../harness/measurement.ts';
import { storyId } from '../harness/sql.ts';
import { answerQuestions, workerSettings } from '../harness/worker.ts';

export interface AppenderSettings {
  database: pg.PoolConfig;
  stories: number;
}
/** `null` removes what was appended. */
export type AppenderQuestion = { concurrency: number; seconds: number } | null;

const { database, stories } = workerSettings<AppenderSettings>();
const pool = createPool(database, { max: 16 });
const store = postgresEventStore(pool);
const begin = await store.head();

async function append(): Promise<void> {
  const meta = { actorId: null, commandId: randomUUID() };
  const data = { changes: { shortDescription: `Told again ${meta.commandId}` } };
  const event = { id: randomUUID(), type: 'ItineraryRewritten', schema: 1, data, meta, at: new Date().toISOString() };
  await store.append(`itinerary-${storyId(Math.floor(Math.random() * stories))}`, 'any', [event]);
}

async function forget(): Promise<void> {
  await pool.query('delete from events where position > $1', [begin]);
  await pool.query('vacuum events');
}

answerQuestions(
  async (question: AppenderQuestion) => (question === null ? forget() : closedLoop(question.concurrency, question.seconds, append)),
  async () => {
    await store.close();
    await pool.end();
  },
);
