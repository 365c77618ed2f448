import { Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';

/** Reads from the log whether an account exists, existed, or never did. Read models may lag, and money depends on the answer. */
export async function accountExistence(events: Pick<EventStore, 'read'>, accountId: string): Promise<'HAS' | 'HAD' | 'NEVER'> {
  const types: readonly string[] = ['AccountCreated', 'AccountDeleted'];
  const last = (await events.read(`account-${accountId}`)).findLast(({ type }) => types.includes(type));
  if (!last) return 'NEVER';
  return last.type === 'AccountCreated' ? 'HAS' : 'HAD';
}

/** @throws Rejected `account/unknown`. */
export async function mustHaveAccount(events: Pick<EventStore, 'read'>, accountId: string): Promise<void> {
  if ((await accountExistence(events, accountId)) !== 'HAS') throw new Rejected('account/unknown');
}
