import { type Circumstances, differences, isEmpty, merge, Rejected, type Stream } from '@waystory/infra/kit/decider.ts';
import { isAdmin, type Viewer } from '@waystory/infra/kit/viewer.ts';
import { type AccountEvent, accountEvents, type accountRoutes } from '@waystory/proto/accounts/account.ts';
import type { z } from 'zod';

/** An account as it is kept; who it belongs to outside is in no event (see decisions/0004). */
export interface AccountState {
  id: string;
  userName: string | null;
  aboutMe: string | null;
  avatarUrl: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export type AccountCommand =
  | { type: 'CreateAccount'; accountId: string }
  | { type: 'UpdateAccount'; accountId: string; changes: z.output<typeof accountRoutes.updateAccount.body>; actor: Viewer }
  | { type: 'DeleteAccount'; accountId: string; actor: Viewer };

function decide(command: AccountCommand, account: AccountState | null): AccountEvent[] {
  const { accountId } = command;
  switch (command.type) {
    case 'CreateAccount':
      return account ? [] : [{ type: 'AccountCreated', data: { accountId } }];
    case 'UpdateAccount': {
      const changes = differences(ownAccount(account, command.actor), command.changes);
      return isEmpty(changes) ? [] : [{ type: 'AccountUpdated', data: { accountId, changes } }];
    }
    case 'DeleteAccount':
      ownAccount(account, command.actor);
      return [{ type: 'AccountDeleted', data: { accountId } }];
    default:
      return command satisfies never;
  }
}

/** The account, when the actor may change it. */
export function ownAccount(account: AccountState | null, actor: Viewer): AccountState {
  if (!account) throw new Rejected('account/unknown');
  if (account.id !== actor.accountId && !isAdmin(actor)) throw new Rejected('account/not-yours');
  return account;
}

/** An account after an event; also what the read model keeps. */
export function evolveAccount(account: AccountState | null, event: AccountEvent & Circumstances): AccountState | null {
  const { version, at } = event;
  switch (event.type) {
    case 'AccountCreated':
      return { id: event.data.accountId, userName: null, aboutMe: null, avatarUrl: null, version, createdAt: at, updatedAt: at };
    case 'AccountUpdated':
      return account && { ...merge(account, event.data.changes), version, updatedAt: at };
    case 'AccountDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

export const accountStream: Stream<AccountCommand, AccountState | null, AccountEvent> = {
  category: 'account',
  stateVersion: 1,
  events: accountEvents,
  decider: { initial: null, decide, evolve: evolveAccount },
};
