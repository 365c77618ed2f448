import { setTimeout as pause } from 'node:timers/promises';
import { aborted } from '../../aborted.ts';
import type { Leases } from '../../bus/postgres/lease.ts';

/** Pause before a lease whose connection was lost is asked for again, milliseconds. */
const askAgainMs = 1_000;

const leaseOf = (worker: string): string => `workflows:worker:${worker}`;

export interface Presence {
  /** Resolves when the others can tell that this worker lives, or it has ended. */
  shown: Promise<void>;
  /** Resolves when they can tell that it does not. */
  over: Promise<void>;
}

/** Holds the lease that says that a worker lives, until it has ended; a lease whose connection was lost is taken again. */
export function showPresence(leases: Leases, worker: string, ended: AbortSignal): Presence {
  const { promise: shown, resolve } = Promise.withResolvers<void>();
  const hold = async (): Promise<void> => {
    while (!ended.aborted) {
      const lease = await leases.acquire(leaseOf(worker), ended).catch(() => null);
      if (!lease) {
        await pause(askAgainMs, undefined, { signal: ended }).catch(() => {});
        continue;
      }
      resolve();
      await aborted(AbortSignal.any([ended, lease.lost]));
      await lease.release();
    }
    resolve();
  };
  return { shown, over: hold() };
}

/** Calls `then` if a worker is gone, and lets nobody else do so meanwhile. */
export async function ifGone(leases: Leases, worker: string, then: () => Promise<unknown>): Promise<void> {
  const lease = await leases.tryAcquire(leaseOf(worker));
  if (!lease) return;
  try {
    await then();
  } finally {
    await lease.release();
  }
}
