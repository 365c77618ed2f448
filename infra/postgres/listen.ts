import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { heartbeat } from './heartbeat.ts';

/** Pause before a lost connection is opened again. */
const reconnectAfterMs = 250;

export interface Listening {
  /** Resolves when the connection is closed and `told` will not be called any more. */
  close(): Promise<void>;
}

/**
 * Listens on a channel over a connection of its own (beside the pool, with its settings), which is opened again whenever it is lost,
 * or has not answered for some seconds.
 * Calls `told` with the payload of each notification, and with null after each (re)connection, when notifications may have been missed.
 */
export function listen(pool: pg.Pool, channel: string, told: (payload: string | null) => void): Listening {
  const closing = new AbortController();
  const running = (async () => {
    while (!closing.signal.aborted) {
      await listenOnce(pool.options, channel, told, closing.signal);
      await pause(reconnectAfterMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  })();
  return {
    close: () => {
      closing.abort();
      return running;
    },
  };
}

/** Resolves when the connection is lost or closed; it cannot reject, as being away is what this file is about. */
async function listenOnce(config: pg.PoolConfig, channel: string, told: (payload: string | null) => void, closing: AbortSignal): Promise<void> {
  const client = new pg.Client(config);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  client.on('end', end).on('error', end);
  closing.addEventListener('abort', end);
  client.on('notification', ({ payload }) => {
    if (!closing.aborted) told(payload ?? '');
  });
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    if (!closing.aborted) told(null);
    else end();
    const stop = heartbeat((query) => client.query(query), end);
    await ended.finally(stop);
  } catch {
    // Away: the next round tries again.
  } finally {
    closing.removeEventListener('abort', end);
    await client.end().catch(() => {});
  }
}
