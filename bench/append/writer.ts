import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@waystory/infra/event-store/port.ts';
import type pg from 'pg';
import { eventColumns, openEventLog } from '../harness/event-log.ts';
import { closedLoop } from '../harness/measurement.ts';
import { answerQuestions, workerSettings } from '../harness/worker.ts';

/** `store`: the event store. `insert`: a prepared single-row INSERT, checked by the same unique indexes. */
export type WriterKind = 'store' | 'insert';
interface WriterSettings {
  kind: WriterKind;
  database: pg.PoolConfig;
  connections: number;
  streams: number;
}

/** JSON payload of one event, bytes. */
const payloadBytes = 250;
const fixed = { title: 'Evening on the quay', stopId: '3f2b1c1e-6b0c-4e0e-9d55-0a4f3c1d2e10' };
const filler = 'x'.repeat(payloadBytes - JSON.stringify({ ...fixed, description: '' }).length);

export const newEvent = (): NewEvent => ({
  id: randomUUID(),
  type: 'StopRewritten',
  schema: 1,
  data: { ...fixed, description: filler },
  meta: { actorId: '5d0a6f3e-4c1b-4f43-8f0e-2a9f8a1f7b11', commandId: randomUUID() },
  at: new Date().toISOString(),
});

const streamName = (index: number): string => `itinerary-${String(index).padStart(12, '0')}`;
/** SQL that appends one event to each of the first $1 streams, with the data $2 and the metadata $3. */
export const preloadSql = `insert into events (${eventColumns})
select gen_random_uuid(), 'itinerary-' || lpad(n::text, 12, '0'), 1, 'StopRewritten', 1, $2::jsonb, $3::jsonb, now() from generate_series(0, $1::int - 1) n`;

function serve({ kind, database, connections, streams }: WriterSettings): void {
  const { pool, store, close } = openEventLog(database, connections);
  const append = async (stream: string, expected: number, event: NewEvent): Promise<void> => {
    if (kind === 'store') return void (await store.append(stream, expected, [event]));
    const { id, type, schema, data, meta, at } = event;
    const values = [id, stream, expected + 1, type, schema, JSON.stringify(data), JSON.stringify(meta), at];
    await pool.query({ name: 'insert', text: `insert into events (${eventColumns}) values ($1, $2, $3, $4, $5, $6, $7, $8)`, values });
  };
  const versions = new Uint32Array(streams).fill(1);
  // Each caller has its own streams, so that no append conflicts.
  const run = ({ concurrency, seconds }: { concurrency: number; seconds: number }) =>
    closedLoop(concurrency, seconds, async (caller) => {
      const index = Math.floor(Math.random() * Math.floor(streams / concurrency)) * concurrency + caller;
      const version = versions[index] ?? 0;
      await append(streamName(index), version, newEvent());
      versions[index] = version + 1;
    });
  answerQuestions(run, close);
}

if (import.meta.main) serve(workerSettings());
