import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import type { NewEvent } from '@waystory/infra/event-store/port.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { appendOf, lineOf } from './acknowledged.ts';

const writers = 16;
const appendsPerStream = 20;
const retryAfterMs = 20;
const earlyByMs = 20;

// A process as the product is one: it starts its Postgres and writes. Every acknowledged event goes to the pipe on stdout before anything else happens.
// `early` says it before it is true, to see that the drill notices.
const [dataDir = '', mode] = process.argv.slice(2);
const server = await launchPostgres({ dataDir });
const pool = createPool(server.config, { max: 8 });
const store = postgresEventStore(pool);
const state = { stopping: false };

/** Goes on with the same ids until the store answers; false when it was told to stop. */
async function appendOnce(stream: string, version: number, events: NewEvent[]): Promise<boolean> {
  while (!state.stopping) {
    try {
      await store.append(stream, version, events);
      return true;
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error;
      await pause(retryAfterMs);
    }
  }
  return false;
}

async function writeStream(): Promise<void> {
  const stream = `drill-${randomUUID()}`;
  let version = 0;
  for (let n = 0; n < appendsPerStream; n++) {
    const events = appendOf(randomUUID(), 1 + (n % 3));
    const lines = events.map(({ id }, index) => lineOf({ id, stream, version: version + index + 1 })).join('');
    if (mode === 'early') {
      writeSync(1, lines);
      await pause(earlyByMs);
    }
    if (!(await appendOnce(stream, version, events))) return;
    if (mode !== 'early') writeSync(1, lines);
    version += events.length;
  }
}

process.once('SIGTERM', () => {
  state.stopping = true;
});
await Promise.all(
  Array.from({ length: writers }, async () => {
    while (!state.stopping) await writeStream();
  }),
);
await store.close();
await pool.end();
await server.stop();
process.exit(0);
