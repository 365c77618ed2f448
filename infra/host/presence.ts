import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Traffic } from '../http/metrics.ts';
import type { Log } from '../log.ts';
import type { Processes, ProcessRecord } from '../processes/port.ts';
import { repeatEvery } from '../waiting.ts';
import { eventLoopLoad } from './memory-at-rest.ts';

/** Heartbeat interval of a process, milliseconds. */
export const heartbeatEveryMs = 10_000;

const manifest: { version: string } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export interface PresenceOptions {
  processes: Processes;
  traffic: Traffic;
  contexts: readonly string[];
  roles: readonly string[];
  log: Pick<Log, 'debug'>;
}

/** Reports at intervals that this process runs, and at its end that it has stopped. A failed report is ignored, because the next one follows. */
export function reportPresence({ processes, traffic, contexts, roles, log }: PresenceOptions): { stop(): Promise<void> } {
  const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();
  const fixed = { id: randomUUID(), host: hostname(), pid: process.pid, release: manifest.version, contexts, roles, startedAt };
  const loadOf = eventLoopLoad();
  const tell = async (isOver = false): Promise<void> => {
    const toldAt = new Date().toISOString();
    const record: ProcessRecord = {
      ...fixed,
      toldAt,
      stoppedAt: isOver ? toldAt : null,
      memory: process.memoryUsage.rss(),
      eventLoop: loadOf(),
      traffic: traffic.lastHour(),
    };
    await processes.tell(record).catch((error: unknown) => log.debug({ err: error }, 'nobody heard that this process runs'));
  };
  const first = tell();
  const telling = repeatEvery(heartbeatEveryMs, () => tell());
  return {
    stop: async () => {
      await first;
      await telling.stop();
      await tell(true);
    },
  };
}
