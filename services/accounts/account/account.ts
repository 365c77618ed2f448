import { type Circumstances, differences, isEmpty, merge, Rejected, type Stream } from '@waystory/infra/kit/decider.ts';
import { isAdmin, isModerator, type Viewer } from '@waystory/infra/kit/viewer.ts';
import { type AccountEvent, accountEvents, type accountRoutes } from '@waystory/proto/accounts/account.ts';
import type { z } from 'zod';

/** An account as it is kept; who it belongs to outside is in no event (see decisions/0019). */
export interface AccountState {
  id: string;
  userName: string | null;
  aboutMe: string | null;
  avatarUrl: string | null;
  suspended: boolean;
  version: number;
  createdAt: string;
  updatedAt: string;
}

type AccountChanges = z.output<typeof accountRoutes.updateAccount.body>;

export type AccountCommand =
  | { type: 'CreateAccount'; accountId: string }
  | { type: 'UpdateAccount'; accountId: string; changes: AccountChanges; actor: Viewer }
  | { type: 'DeleteAccount'; accountId: string; actor: Viewer };

function decide(command: AccountCommand, account: AccountState | null): AccountEvent[] {
  const { accountId } = command;
  switch (command.type) {
    case 'CreateAccount':
      return account ? [] : [{ type: 'AccountCreated', data: { accountId } }];
    case 'UpdateAccount': {
      const { suspended, ...written } = command.changes;
      const before = changeableAccount(account, command.changes, command.actor);
      const changes = differences(before, written);
      const events: AccountEvent[] = isEmpty(changes) ? [] : [{ type: 'AccountUpdated', data: { accountId, changes } }];
      if (suspended === undefined || suspended === before.suspended) return events;
      return [...events, { type: suspended ? 'AccountSuspended' : 'AccountReinstated', data: { accountId } }];
    }
    case 'DeleteAccount':
      ownAccount(account, command.actor);
      return [{ type: 'AccountDeleted', data: { accountId } }];
    default:
      return command satisfies never;
  }
}

/** The account, when the actor may change this about it: owners what they wrote, moderators whether its owner is let in. */
export function changeableAccount(account: AccountState | null, { suspended, ...written }: AccountChanges, actor: Viewer): AccountState {
  if (!account) throw new Rejected('account/unknown');
  if (suspended !== undefined && !isModerator(actor)) throw new Rejected('account/only-moderators');
  if (suspended && account.id === actor.accountId) throw new Rejected('account/yourself');
  return suspended !== undefined && isEmpty(written) ? account : ownAccount(account, actor);
}

/** The account, when the actor may do with it whatever its owner may. */
function ownAccount(account: AccountState | null, actor: Viewer): AccountState {
  if (!account) throw new Rejected('account/unknown');
  if (account.id !== actor.accountId && !isAdmin(actor)) throw new Rejected('account/not-yours');
  return account;
}

/** An account after an event; also what the read model keeps. */
export function evolveAccount(account: AccountState | null, event: AccountEvent & Circumstances): AccountState | null {
  const { version, at } = event;
  switch (event.type) {
    case 'AccountCreated':
      return { id: event.data.accountId, userName: null, aboutMe: null, avatarUrl: null, suspended: false, version, createdAt: at, updatedAt: at };
    case 'AccountUpdated':
      return account && { ...merge(account, event.data.changes), version, updatedAt: at };
    case 'AccountSuspended':
      return account && { ...account, suspended: true, version, updatedAt: at };
    case 'AccountReinstated':
      return account && { ...account, suspended: false, version, updatedAt: at };
    case 'AccountDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

export const accountStream: Stream<AccountCommand, AccountState | null, AccountEvent> = {
  category: 'account',
  stateVersion: 2,
  events: accountEvents,
  decider: { initial: null, decide, evolve: evolveAccount },
};
