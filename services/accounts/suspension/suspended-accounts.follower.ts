import { setTimeout as pause } from 'node:timers/promises';
import { createRepeater } from '@waystory/infra/bus/repeater.ts';
import type { Engines } from '@waystory/infra/engines.ts';
import type { Admission } from '@waystory/infra/identity/admission.ts';
import { isAdmin } from '@waystory/infra/kit/viewer.ts';
import type { Log } from '@waystory/infra/log.ts';
import { physicalName } from '@waystory/infra/projections/port.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { accounts, accountsProjection } from '../account/accounts.projection.ts';

/** Accounts advance with everything that people do: between two looks there is this much, milliseconds. */
const restBetweenLooks = 1_000;
/** A look is due after this long even when no change was announced, milliseconds. */
const longestBetweenLooks = 20_000;
const pageSize = 1_000;

export interface SuspendedAccounts extends Admission {
  stop(): Promise<void>;
}

/**
 * Keeps in memory whose tokens are refused, in every process that answers requests, whatever contexts it runs.
 * While the read models are away it goes on with what it knew.
 */
export async function followSuspendedAccounts({ projections }: Pick<Engines, 'projections'>, log: Pick<Log, 'warn'>): Promise<SuspendedAccounts> {
  const stopping = new AbortController();
  const warn = (error: unknown): void => log.warn({ err: error }, 'which accounts are suspended could not be read and will be tried again');
  let suspended: ReadonlySet<string> = new Set();

  async function look(): Promise<void> {
    const build = (await projections.activeVersions())[accountsProjection.name];
    if (build !== undefined) suspended = await suspendedIn(projections, physicalName(accounts.name, build));
  }
  const repeater = createRepeater(
    async () => {
      await look();
      await pause(restBetweenLooks, undefined, { signal: stopping.signal }).catch(() => {}); // there is nothing to do when it stops
    },
    warn,
    stopping.signal,
  );
  const unsubscribe = projections.onChange(({ projection }) => {
    if (projection.split('@')[0] === accountsProjection.name) repeater.request();
  });
  const timer = setInterval(repeater.request, longestBetweenLooks);
  await look().catch((error: unknown) => {
    warn(error);
    repeater.request();
  });
  return {
    // Admins are told by their token alone, so nobody can suspend one: they are let in to put things right.
    turnsAway: ({ accountId, roles }) => suspended.has(accountId) && !isAdmin({ accountId, roles }),
    async stop() {
      unsubscribe();
      clearInterval(timer);
      stopping.abort(new Error('Nobody is let in any more'));
      await repeater.ended();
    },
  };
}

async function suspendedIn(projections: Engines['projections'], collection: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let after: { values: unknown[]; id: string } | undefined; ; ) {
    const page = await projections.find(collection, { filter: eq('suspended', true), sort: [], limit: pageSize, ...(after && { after }) });
    for (const { id } of page) ids.add(String(id));
    if (page.length < pageSize) return ids;
    after = { values: [], id: String(page.at(-1)?.id) };
  }
}
