import type pg from 'pg';
import { Rejected } from '../errors.ts';

/** A process has more to do than it can when what comes new waits longer than this, and has for so long, milliseconds. */
const [lateMs, forMs] = [750, 500];
/** Between two looks, milliseconds. */
const lookEveryMs = 100;

/** Knows whether what comes new would have to wait for long. */
export interface Overload {
  /** To be called for each request that is work, before it begins. @throws Rejected `request/overloaded` while there is too much to do */
  refuse(): void;
}

/**
 * Goes by how long a task waits for its turn, as the requests themselves do: not by how many there are, of which those that wait for a slow caller
 * or for a read model cost nothing. Looks only while something is asked, and until all is well again.
 * @param takeTurn resolves when it is the turn of whoever comes now
 * @param now milliseconds of any clock that only goes forward
 */
export function watchOverload(takeTurn: () => Promise<unknown>, now: () => number = () => performance.now()): Overload {
  let begun: number | null = null;
  let ended = Number.NEGATIVE_INFINITY;
  let lateSince: number | null = null;
  const look = async (): Promise<void> => {
    begun = now();
    // What is away is told by whoever asks for it.
    await takeTurn().catch(() => {});
    ended = now();
    lateSince = ended - begun > lateMs ? (lateSince ?? begun + lateMs) : null;
    begun = null;
    if (lateSince !== null) setTimeout(look, lookEveryMs).unref();
  };
  return {
    refuse() {
      const at = now();
      if (begun === null && at - ended >= lookEveryMs) void look();
      const since = lateSince ?? (begun !== null && at - begun > lateMs ? begun + lateMs : null);
      if (since !== null && at - since >= forMs) throw new Rejected('request/overloaded');
    },
  };
}

/** Turn of a process that works with a pool: one of the event loop, then a connection. */
export const turnOf = (pool: pg.Pool | null) => async (): Promise<void> => {
  await new Promise(setImmediate);
  (await pool?.connect())?.release();
};
