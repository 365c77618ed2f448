import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import type { NewEvent } from '@waystory/infra/event-store/port.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { newEvent, openEventLog } from '../../harness/event-log.ts';

const writers = 16;
const appendsPerStream = 20;
const retryAfterMs = 20;
const earlyByMs = 20;

/** An event whose storage the store acknowledged to a writer. */
export interface AcknowledgedEvent {
  id: string;
  stream: string;
  version: number;
}

/** Events of one append; each contains the number of events. */
const appendOf = (commandId: string, of: number): NewEvent[] =>
  Array.from({ length: of }, () => newEvent('Written', { of, text: 'x'.repeat(200) }, { meta: { actorId: null, commandId } }));

// Acknowledged events go to the pipe on stdout before anything else happens. `early` writes them before the append, for the control.
const [dataDir = '', mode] = process.argv.slice(2);
const server = await launchPostgres({ dataDir });
const { store, close } = openEventLog(server.config, 8);
const state = { stopping: false };

/**
 * Retries with the same ids until the store answers.
 * @returns false after a request to stop
 */
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
    const lines = events.map(({ id }, index) => `${id} ${stream} ${version + index + 1}\n`).join('');
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
await close();
await server.stop();
process.exit(0);
