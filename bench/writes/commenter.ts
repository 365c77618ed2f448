import { randomUUID } from 'node:crypto';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { schemaVersion } from '@waystory/proto/kit/event.ts';
import { postEvents } from '@waystory/proto/social/post.ts';
import type pg from 'pg';
import { closedLoop } from '../harness/closed-loop.ts';
import { answerQuestions } from '../harness/worker.ts';

export interface CommenterSettings {
  database: pg.PoolConfig;
  connections: number;
  accountId: string;
  /** Stories that comments are written under, in turn. */
  stories: readonly string[];
}

// The one argument is what the bench passes.
const { database, connections, accountId, stories } = JSON.parse(process.argv[2] ?? '{}') as CommenterSettings;
const pool = createPool(database, { max: connections });
const store = postgresEventStore(pool);
const [type, schema] = ['PostCreated', schemaVersion(postEvents, 'PostCreated')] as const;
let turn = 0;

/** A comment, as the command of one appends it. */
async function comment(): Promise<void> {
  const itineraryId = stories[turn++ % stories.length] ?? '';
  const data = { text: 'What a way to go.', imageUrl: null, accountId, postableType: 'itinerary', postableId: itineraryId, itineraryId };
  const meta = { actorId: accountId, commandId: randomUUID() };
  await store.append(`post-${randomUUID()}`, 0, [{ id: randomUUID(), type, schema, data, meta, at: new Date().toISOString() }]);
}

answerQuestions(
  ({ callers, seconds }: { callers: number; seconds: number }) => closedLoop(callers, seconds, comment),
  async () => {
    await store.close();
    await pool.end();
  },
);
