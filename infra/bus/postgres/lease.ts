import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startHeartbeat } from '../../postgres/heartbeat.ts';
import { oneByOne, type RunQuery } from '../../postgres/one-by-one.ts';

/** Interval of attempts to get leases that other processes hold, milliseconds. */
const tryEveryMs = 250;

export interface Lease {
  /** Aborted when the lease is lost together with its connection. */
  lost: AbortSignal;
  release(): Promise<void>;
}

export interface Leases {
  /** Waits for the lease. Resolves with null when `signal` is aborted first; rejects when the engine is unavailable. */
  acquire(name: string, signal: AbortSignal): Promise<Lease | null>;
  /** Acquires the lease if it is free now; resolves with null otherwise. Rejects when the engine is unavailable. */
  tryAcquire(name: string): Promise<Lease | null>;
  close(): Promise<void>;
}

interface Session {
  /** Runs statements one after the other, because a connection takes one at a time. */
  ask: RunQuery;
  end(): Promise<void>;
  lost: AbortController;
  /** Names of the held leases. The session must not request them again, because Postgres would grant the same lock twice to one session. */
  held: Set<string>;
}

/** A caller that waits for a lease. */
interface Candidate {
  name: string;
  signal: AbortSignal;
  resolve: (lease: Lease | null) => void;
  reject: (error: unknown) => void;
}

const lockKey = 'hashtextextended(name, 7401003)';
const lockMany = `select name, pg_try_advisory_lock(${lockKey}) as locked from unnest($1::text[]) name`;
const unlock = `select pg_advisory_unlock(${lockKey}) from (select $1::text as name) lease`;

/**
 * Leases as advisory locks of one connection outside the pool. Postgres releases all locks when the process or the connection dies. A standby process
 * tries all its leases in one statement, four times a second, for any number of consumers.
 */
export function postgresLeases(pool: pg.Pool): Leases {
  const session = oneSession(pool.options);
  const waiting = new Set<Candidate>();
  let trying = false;
  let closed = false;

  const settle = (candidate: Candidate, lease: Lease | null): void => {
    if (waiting.delete(candidate)) candidate.resolve(lease);
  };
  async function tryAll(current: Session): Promise<void> {
    const names = new Set<string>();
    for (const { name } of waiting) if (!current.held.has(name)) names.add(name);
    const locked = await tryLocks(current, [...names]);
    for (const name of locked) {
      const first = [...waiting].find((candidate) => candidate.name === name);
      const lease = leaseOf(current, name);
      if (first) settle(first, lease);
      else await lease.release();
    }
  }
  async function run(): Promise<void> {
    trying = true;
    // Consumers that start together share one statement.
    await new Promise(setImmediate);
    while (waiting.size > 0 && !closed) {
      try {
        await tryAll(await session.open());
      } catch (error) {
        for (const candidate of waiting) candidate.reject(error);
        waiting.clear();
      }
      if (waiting.size > 0) await pause(tryEveryMs, undefined, { ref: false });
    }
    trying = false;
  }
  return {
    acquire: (name, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return resolve(null);
        const candidate: Candidate = { name, signal, resolve, reject };
        waiting.add(candidate);
        signal.addEventListener('abort', () => settle(candidate, null), { once: true });
        if (!trying) void run();
      }),
    tryAcquire: async (name) => {
      const current = await session.open();
      if (current.held.has(name)) return null;
      return (await tryLocks(current, [name])).length > 0 ? leaseOf(current, name) : null;
    },
    close: async () => {
      closed = true;
      for (const candidate of waiting) settle(candidate, null);
      await session.close();
    },
  };
}

/** Returns the names of the locks that this attempt acquired. */
async function tryLocks({ ask, held }: Session, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  // Marked before the answer arrives, so that no other caller of this session requests the lock at the same time.
  for (const name of names) held.add(name);
  const locked = new Set<string>();
  try {
    const { rows } = await ask({ text: lockMany, values: [names] });
    for (const row of rows) if (row.locked === true) locked.add(String(row.name));
  } finally {
    for (const name of names) if (!locked.has(name)) held.delete(name);
  }
  return [...locked];
}

function leaseOf({ ask, lost, held }: Session, name: string): Lease {
  const release = async (): Promise<void> => {
    // A lost connection has released the lock already.
    if (!lost.signal.aborted) await ask({ text: unlock, values: [name] }).catch(() => {});
    held.delete(name);
  };
  return { lost: lost.signal, release };
}

/** The database session of a process; the next caller replaces a lost session. */
function oneSession(config: pg.PoolConfig): { open(): Promise<Session>; close(): Promise<void> } {
  let current: Promise<Session> | null = null;
  const open = (): Promise<Session> => {
    if (current) return current;
    const opened = openSession(config);
    const forget = (): void => {
      if (current === opened) current = null;
    };
    current = opened;
    opened.then(({ lost }) => (lost.signal.aborted ? forget() : lost.signal.addEventListener('abort', forget)), forget);
    return opened;
  };
  const close = async (): Promise<void> => {
    const opened = await current?.catch(() => null);
    opened?.lost.abort();
    await opened?.end().catch(() => {});
  };
  return { open, close };
}

async function openSession(config: pg.PoolConfig): Promise<Session> {
  const client = new pg.Client(config);
  const lost = new AbortController();
  const lose = (): void => lost.abort();
  client.on('error', lose).on('end', lose);
  await client.connect();
  const ask = oneByOne(client);
  const stop = startHeartbeat(ask, () => {
    lose();
    void client.end().catch(() => {});
  });
  lost.signal.addEventListener('abort', stop);
  if (lost.signal.aborted) stop();
  return { ask, end: () => client.end(), lost, held: new Set() };
}
