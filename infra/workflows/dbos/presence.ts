import { setTimeout as pause } from 'node:timers/promises';
import { aborted } from '../../aborted.ts';
import type { Leases } from '../../bus/postgres/lease.ts';

/** Pause before a lost lease is requested again, milliseconds. */
const askAgainMs = 1_000;

const leaseOf = (worker: string): string => `workflows:worker:${worker}`;

export interface Presence {
  /** Resolves when others can see that this worker lives, or when it has ended. */
  shown: Promise<void>;
  /** Resolves when others can see that it has ended. */
  over: Promise<void>;
}

/** Holds the lease of a live worker until its end, and takes it again after a lost connection. */
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

/** Calls `then` when a worker is gone, under its lease, so that nobody else does. */
export async function ifGone(leases: Leases, worker: string, then: () => Promise<unknown>): Promise<void> {
  const lease = await leases.tryAcquire(leaseOf(worker));
  if (!lease) return;
  try {
    await then();
  } finally {
    await lease.release();
  }
}
