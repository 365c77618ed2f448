import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { heartbeat } from '../../postgres/heartbeat.ts';

/** Pause between two tries to get a lease that another process has. */
const tryEveryMs = 250;

export interface Lease {
  /** Aborted when the lease is gone because its connection is. */
  lost: AbortSignal;
  release(): Promise<void>;
}

export interface Leases {
  /** Waits until nobody else has the lease. Null when `signal` was aborted first. Rejects when the engine is away. */
  acquire(name: string, signal: AbortSignal): Promise<Lease | null>;
  close(): Promise<void>;
}

interface Session {
  /** Runs one statement after the other: the connection takes one at a time. */
  ask: Ask;
  end(): Promise<void>;
  lost: AbortController;
  /** The engine would give one session the same lock twice. */
  held: Set<string>;
}

type Ask = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

const lock = 'select pg_try_advisory_lock(hashtextextended($1, 7401003)) as locked';
const unlock = 'select pg_advisory_unlock(hashtextextended($1, 7401003))';

/** Leases as advisory locks of one connection beside the pool: when the process or the connection dies, all of them are free. */
export function postgresLeases(pool: pg.Pool): Leases {
  let current: Promise<Session> | null = null;
  const session = (): Promise<Session> => {
    if (current) return current;
    const opened = openSession(pool.options);
    const forget = (): void => {
      if (current === opened) current = null;
    };
    current = opened;
    opened.then(({ lost }) => (lost.signal.aborted ? forget() : lost.signal.addEventListener('abort', forget)), forget);
    return opened;
  };
  return {
    acquire: async (name, signal) => {
      while (!signal.aborted) {
        const lease = await tryLease(await session(), name);
        if (lease) return lease;
        await pause(tryEveryMs, undefined, { signal }).catch(() => {});
      }
      return null;
    },
    close: async () => {
      const opened = await current?.catch(() => null);
      opened?.lost.abort();
      await opened?.end().catch(() => {});
    },
  };
}

async function tryLease({ ask, lost, held }: Session, name: string): Promise<Lease | null> {
  if (held.has(name)) return null;
  held.add(name);
  try {
    const { rows } = await ask({ text: lock, values: [name] });
    if (rows[0]?.locked !== true) {
      held.delete(name);
      return null;
    }
  } catch (error) {
    held.delete(name);
    throw error;
  }
  const release = async (): Promise<void> => {
    // Without its connection the lock is free already.
    if (!lost.signal.aborted) await ask({ text: unlock, values: [name] }).catch(() => {});
    held.delete(name);
  };
  return { lost: lost.signal, release };
}

async function openSession(config: pg.PoolConfig): Promise<Session> {
  const client = new pg.Client(config);
  const lost = new AbortController();
  const lose = (): void => lost.abort();
  client.on('error', lose).on('end', lose);
  await client.connect();
  const ask = oneByOne(client);
  const stop = heartbeat(ask, () => {
    lose();
    void client.end().catch(() => {});
  });
  lost.signal.addEventListener('abort', stop);
  if (lost.signal.aborted) stop();
  return { ask, end: () => client.end(), lost, held: new Set() };
}

function oneByOne(client: pg.Client): Ask {
  let last: Promise<unknown> = Promise.resolve();
  return (query) => {
    const answer = last.then(() => client.query(query));
    last = answer.catch(() => {});
    return answer;
  };
}
