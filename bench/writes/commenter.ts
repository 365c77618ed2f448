import { randomUUID } from 'node:crypto';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { schemaVersion } from '@waystory/proto/kit/event.ts';
import { postEvents } from '@waystory/proto/social/post.ts';
import type pg from 'pg';
import { closedLoop } from '../harness/measurement.ts';
import { answerQuestions, workerSettings } from '../harness/worker.ts';

export interface CommenterSettings {
  database: pg.PoolConfig;
  connections: number;
  accountId: string;
  /** Stories that get the comments, in turn. */
  stories: readonly string[];
}

const { database, connections, accountId, stories } = workerSettings<CommenterSettings>();
const pool = createPool(database, { max: connections });
const store = postgresEventStore(pool);
const [type, schema] = ['PostCreated', schemaVersion(postEvents, 'PostCreated')] as const;
let count = 0;

/** Appends a comment, as its command does. */
async function comment(): Promise<void> {
  const itineraryId = stories[count++ % stories.length] ?? '';
  const data = { text: 'What a way to go.', imageUrl: null, accountId, postableType: 'itinerary', postableId: itineraryId, itineraryId };
  const meta = { actorId: accountId, commandId: randomUUID() };
  await store.append(`post-${randomUUID()}`, 0, [{ id: randomUUID(), type, schema, data, meta, at: new Date().toISOString() }]);
}

answerQuestions(
  ({ concurrency, seconds }: { concurrency: number; seconds: number }) => closedLoop(concurrency, seconds, comment),
  async () => {
    await store.close();
    await pool.end();
  },
);
