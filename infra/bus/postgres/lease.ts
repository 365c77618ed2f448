import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { heartbeat } from '../../postgres/heartbeat.ts';
import { type Ask, oneByOne } from '../../postgres/one-by-one.ts';

/** Pause between two tries to get the leases that other processes have, milliseconds. */
const tryEveryMs = 250;

export interface Lease {
  /** Aborted when the lease is gone because its connection is. */
  lost: AbortSignal;
  release(): Promise<void>;
}

export interface Leases {
  /** Waits until nobody else has the lease. Null when `signal` was aborted first. Rejects when the engine is away. */
  acquire(name: string, signal: AbortSignal): Promise<Lease | null>;
  /** The lease if nobody has it now, else null. Rejects when the engine is away. */
  tryAcquire(name: string): Promise<Lease | null>;
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

/** One of those who wait for a lease. */
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
 * Leases as advisory locks of one connection beside the pool. When the process or the connection dies, all are free. A standby process tries all in
 * one statement, four times a second, however many consumers it has.
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
    // Consumers that start together are asked for together.
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

/** Names whose lock this session has got just now. */
async function tryLocks({ ask, held }: Session, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  // Taken before the answer is here, so that nobody else of this session asks meanwhile.
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
    // Without its connection the lock is free already.
    if (!lost.signal.aborted) await ask({ text: unlock, values: [name] }).catch(() => {});
    held.delete(name);
  };
  return { lost: lost.signal, release };
}

/** The session of a process; a lost one is opened anew by whoever asks next. */
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
  const stop = heartbeat(ask, () => {
    lose();
    void client.end().catch(() => {});
  });
  lost.signal.addEventListener('abort', stop);
  if (lost.signal.aborted) stop();
  return { ask, end: () => client.end(), lost, held: new Set() };
}
