import { randomUUID } from 'node:crypto';
import { schemaVersion } from '@waystory/proto/kit/event.ts';
import { postEvents } from '@waystory/proto/social/post.ts';
import type pg from 'pg';
import { newEvent, openEventLog } from '../harness/event-log.ts';
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
const { store, close } = openEventLog(database, connections);
const schema = schemaVersion(postEvents, 'PostCreated');
let count = 0;

/** Appends a comment, as its command does. */
async function comment(): Promise<void> {
  const itineraryId = stories[count++ % stories.length] ?? '';
  const data = { text: 'What a way to go.', imageUrl: null, accountId, postableType: 'itinerary', postableId: itineraryId, itineraryId };
  await store.append(`post-${randomUUID()}`, 0, [newEvent('PostCreated', data, { schema, meta: { actorId: accountId, commandId: randomUUID() } })]);
}

answerQuestions(({ concurrency, seconds }: { concurrency: number; seconds: number }) => closedLoop(concurrency, seconds, comment), close);
