import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startHeartbeat } from './heartbeat.ts';
import { oneByOne } from './one-by-one.ts';

/** Pause before a reconnection, milliseconds. */
const reconnectAfterMs = 250;

export interface Listening {
  /** Resolves when `told` will not be called again, and for the pool's last listener when the connection is closed. */
  close(): Promise<void>;
}

interface Listener {
  channel: string;
  told: (payload: string | null) => void;
}

/** Listeners that share one connection. */
interface Listeners {
  add(listener: Listener): Listening;
}

const listenersOf = new WeakMap<pg.Pool, Listeners>();

/**
 * Listens on a channel over one shared connection per pool, because each connection costs the server a process and heartbeats.
 * The connection is replaced when lost or silent. Calls `told` with each payload, and with null after each connection, when notifications may have
 * been missed.
 */
export function listen(pool: pg.Pool, channel: string, told: (payload: string | null) => void): Listening {
  const listeners = listenersOf.get(pool) ?? shareConnection(pool.options, () => listenersOf.delete(pool));
  listenersOf.set(pool, listeners);
  return listeners.add({ channel, told });
}

/** One LISTEN connection for all listeners of a pool. It closes with the last listener, and then calls `over`. */
function shareConnection(config: pg.PoolConfig, over: () => void): Listeners {
  const listeners = new Set<Listener>();
  const closing = new AbortController();
  let begin: ((listener: Listener) => void) | null = null;

  /** Resolves when the connection is lost or closed. Never rejects, because the loop then reconnects. */
  async function listenOnce(): Promise<void> {
    const client = new pg.Client(config);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const end = (): void => resolve();
    client.on('end', end).on('error', end);
    closing.signal.addEventListener('abort', end);
    client.on('notification', ({ channel, payload }) => {
      for (const listener of [...listeners]) if (listener.channel === channel && listeners.has(listener)) listener.told(payload ?? '');
    });
    try {
      await client.connect();
      const ask = oneByOne(client);
      begin = (listener) => {
        const tell = (): void => (listeners.has(listener) ? listener.told(null) : undefined);
        ask({ text: `listen ${pg.escapeIdentifier(listener.channel)}` })
          .then(tell)
          .catch(end);
      };
      for (const listener of listeners) begin(listener);
      if (closing.signal.aborted) end();
      await ended.finally(startHeartbeat(ask, end));
    } catch {
      // The server is unavailable; the loop tries again after a pause.
    } finally {
      begin = null;
      closing.signal.removeEventListener('abort', end);
      await client.end().catch(() => {});
    }
  }
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await listenOnce();
      await pause(reconnectAfterMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  };
  let running: Promise<void> | null = null;
  return {
    add(listener) {
      listeners.add(listener);
      running ??= run();
      begin?.(listener);
      return {
        close: async () => {
          if (!listeners.delete(listener) || listeners.size > 0) return;
          closing.abort();
          over();
          await running;
        },
      };
    },
  };
}
