import { changedFields, type EventContext, isEmpty, mergeDefined, type Stream } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { isAdmin, isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import { type AccountEvent, accountEvents, type accountRoutes, type Rank } from '@waystory/proto/accounts/account.ts';
import type { z } from 'zod';
import { type AccountStanding, evolveStanding, goodStanding, refusalOf, type Suspension, type TokenHolder } from './standing.ts';

/** State of an account. Its owner's identity is in no event (decision 0019). */
export interface AccountState {
  id: string;
  userName: string | null;
  aboutMe: string | null;
  avatarUrl: string | null;
  suspended: boolean;
  suspendedUntil: string | null;
  suspensionReason: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** State of the stream of an account id: the current account, and facts that outlive it. */
export interface AccountRecord extends AccountStanding {
  account: AccountState | null;
  /** Rank of the owner when the last account was created; a newer token may differ. */
  rank: Rank | null;
  version: number;
  /** Time of the last event, ISO 8601 UTC; empty before the first event. */
  updatedAt: string;
}

type AccountChanges = z.output<typeof accountRoutes.updateAccount.body>;

type AccountCommand =
  | { type: 'CreateAccount'; accountId: string; owner: TokenHolder }
  | { type: 'UpdateAccount'; accountId: string; changes: AccountChanges; actor: Principal }
  | { type: 'DeleteAccount'; accountId: string; actor: Principal }
  /** Ends a suspension at its time. `version` is that of the suspension; no event when it was lifted or changed since. */
  | { type: 'EndSuspension'; accountId: string; version: number };

function decide(command: AccountCommand, record: AccountRecord): AccountEvent[] {
  const { accountId } = command;
  switch (command.type) {
    case 'CreateAccount':
      return beginning(record, accountId, command.owner);
    case 'UpdateAccount': {
      const { suspended, reason, suspendedUntil: until, ...written } = command.changes;
      const account = requireChangeable(record, command);
      const changes = account ? changedFields(account, written) : {};
      const events: AccountEvent[] = isEmpty(changes) ? [] : [{ type: 'AccountUpdated', data: { accountId, changes } }];
      const by = rankOf(command.actor);
      if (suspended && by) events.push(...suspension(record, accountId, { by, reason, until }));
      if (suspended === false) events.push(...reinstatement(record, accountId, reason));
      return events;
    }
    case 'EndSuspension':
      return record.suspension?.version === command.version ? reinstatement(record, accountId) : [];
    case 'DeleteAccount':
      ownAccount(record.account, command.actor);
      return [{ type: 'AccountDeleted', data: { accountId } }];
    default:
      return command satisfies never;
  }
}

const rankOf = ({ roles }: Pick<Principal, 'roles'>): Rank | null =>
  roles.includes('admin') ? 'admin' : roles.includes('moderator') ? 'moderator' : null;

function beginning(record: AccountRecord, accountId: string, owner: TokenHolder): AccountEvent[] {
  const refusal = refusalOf(record, owner);
  if (refusal) throw refusal;
  if (record.account) return [];
  const created: AccountEvent = { type: 'AccountCreated', data: { accountId, rank: rankOf(owner) } };
  // A suspended person gets here only as an admin whom a moderator suspended. The suspension is lifted, because moderators cannot suspend admins.
  return [...reinstatement(record, accountId), created];
}

/** Events that lift a suspension. */
const reinstatement = ({ suspension }: AccountStanding, accountId: string, reason: string | null = null): AccountEvent[] =>
  suspension ? [{ type: 'AccountReinstated', data: { accountId, reason } }] : [];

type Asked = { by: Rank } & { [K in 'reason' | 'until']: Suspension[K] | undefined };

/** Events that suspend an account. An omitted reason or end keeps its current value. A moderator cannot change an admin's suspension. */
function suspension({ suspension: before }: AccountStanding, accountId: string, { by, ...asked }: Asked): AccountEvent[] {
  const { reason = before?.reason ?? null, until = before?.until ?? null } = asked;
  const isOther = reason !== before?.reason || until !== before?.until;
  if (before?.by === 'admin' && by !== 'admin') {
    if (isOther) throw new Rejected('account/only-admins');
    return [];
  }
  return before?.by !== by || isOther ? [{ type: 'AccountSuspended', data: { accountId, by, reason, until } }] : [];
}

/**
 * Returns the account when the actor may make these changes; null without an account, which a suspension does not need. Owners and admins change
 * texts; moderators and admins change the suspension.
 * @throws Rejected otherwise.
 */
export function requireChangeable(
  record: AccountRecord,
  {
    accountId,
    changes: { suspended, reason: _, suspendedUntil: _until, ...written },
    actor,
  }: { accountId: string; changes: AccountChanges; actor: Principal },
): AccountState | null {
  if (suspended !== undefined) requireSuspendable(record, accountId, suspended, actor);
  return suspended !== undefined && isEmpty(written) ? record.account : ownAccount(record.account, actor);
}

function requireSuspendable({ account, rank, suspension }: AccountRecord, accountId: string, suspended: boolean, actor: Principal): void {
  if (!isModerator(actor)) throw new Rejected(account ? 'account/only-moderators' : 'account/unknown');
  if (suspended && accountId === actor.accountId) throw new Rejected('account/yourself');
  if (!suspended && !account && !suspension) throw new Rejected('account/unknown');
  if (!isAdmin(actor) && (suspended ? rank : suspension?.by) === 'admin') throw new Rejected('account/only-admins');
}

/**
 * Returns the account when the actor is its owner or an admin.
 * @throws Rejected otherwise.
 */
function ownAccount(account: AccountState | null, actor: Principal): AccountState {
  if (!account) throw new Rejected('account/unknown');
  if (account.id !== actor.accountId && !isAdmin(actor)) throw new Rejected('account/not-yours');
  return account;
}

/** Fields of an account that describe its suspension. */
export const suspensionFields = (suspension: Pick<Suspension, 'reason' | 'until'> | null) => ({
  suspended: suspension !== null,
  suspendedUntil: suspension?.until ?? null,
  suspensionReason: suspension?.reason ?? null,
});

/** An account without texts. */
export const blankAccount = (id: string) => ({ id, userName: null, aboutMe: null, avatarUrl: null, ...suspensionFields(null) });

/** State of an account, which the read model stores as well. */
export function evolveAccount(account: AccountState | null, event: AccountEvent & EventContext): AccountState | null {
  const { version, at } = event;
  switch (event.type) {
    case 'AccountCreated':
      return { ...blankAccount(event.data.accountId), version, createdAt: at, updatedAt: at };
    case 'AccountUpdated':
      return account && { ...mergeDefined(account, event.data.changes), version, updatedAt: at };
    case 'AccountSuspended':
      return account && { ...account, ...suspensionFields(event.data), version, updatedAt: at };
    case 'AccountReinstated':
      return account && { ...account, ...suspensionFields(null), version, updatedAt: at };
    case 'AccountDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

function evolve(record: AccountRecord, event: AccountEvent & EventContext): AccountRecord {
  return {
    ...evolveStanding(record, event),
    account: evolveAccount(record.account, event),
    rank: event.type === 'AccountCreated' ? event.data.rank : record.rank,
    version: event.version,
    updatedAt: event.at,
  };
}

export const accountStream: Stream<AccountCommand, AccountRecord, AccountEvent> = {
  category: 'account',
  stateVersion: 4,
  events: accountEvents,
  decider: { initial: { ...goodStanding, account: null, rank: null, version: 0, updatedAt: '' }, decide, evolve },
  versionOf: ({ account }) => account?.version,
};
