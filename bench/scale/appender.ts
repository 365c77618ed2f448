import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { newEvent, openEventLog, storyId } from '../harness/event-log.ts';
import { closedLoop } from '../harness/measurement.ts';
import { answerQuestions, workerSettings } from '../harness/worker.ts';

export interface AppenderSettings {
  database: pg.PoolConfig;
  stories: number;
}
/** A load of appends; `null` removes the appended events. */
export type AppenderQuestion = { concurrency: number; seconds: number } | null;

const { database, stories } = workerSettings<AppenderSettings>();
const { pool, store, close } = openEventLog(database, 16);
const begin = await store.head();

async function append(): Promise<void> {
  const event = newEvent('ItineraryRewritten', { changes: { shortDescription: `Told again ${randomUUID()}` } });
  await store.append(`itinerary-${storyId(Math.floor(Math.random() * stories))}`, 'any', [event]);
}

async function forget(): Promise<void> {
  await pool.query('delete from events where position > $1', [begin]);
  await pool.query('vacuum events');
}

answerQuestions(
  async (question: AppenderQuestion) => (question === null ? forget() : closedLoop(question.concurrency, question.seconds, append)),
  close,
);
