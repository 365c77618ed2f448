import { bindBulkRoutes } from '@waystory/infra/bulk/bulk-routes.ts';
import { applyOneByOne, type BulkTarget, type BulkWork, bulkTarget, commandPerItem } from '@waystory/infra/bulk/bulk-target.ts';
import type { CommandHandler, OrderResult } from '@waystory/infra/commands/command-handler.ts';
import { accountList } from '@waystory/proto/accounts/account.ts';
import { accountBulkRoutes, accountChanges, followChanges } from '@waystory/proto/accounts/bulk.ts';
import { followList } from '@waystory/proto/accounts/follow.ts';
import type { z } from 'zod';
import { accountStream } from '../account/account.ts';
import { accounts } from '../account/accounts.projection.ts';
import { releaseUserName } from '../account/claim-user-name.ts';
import { followStream } from '../follow/follow.ts';
import { follows } from '../follow/follows.projection.ts';

type Work = BulkWork<z.output<typeof accountChanges>>;

/** A deleted account releases its user name, as in the single call. */
async function changeAccount(accountId: string, { changes, actor, contextOf }: Work, commands: CommandHandler): Promise<OrderResult> {
  const context = contextOf(accountId);
  const { account } = (await commands.load(accountStream, accountId)).state;
  const command = changes ? ({ type: 'UpdateAccount', accountId, changes, actor } as const) : ({ type: 'DeleteAccount', accountId, actor } as const);
  const [settled = { position: null }] = await commands.executeEach(accountStream, [{ id: accountId, command, context }]);
  if (!changes && account?.userName && !(settled instanceof Error)) await releaseUserName(commands, account.userName, accountId, context);
  return settled;
}

const accountTarget = bulkTarget({
  name: 'accounts',
  collection: accounts,
  list: accountList,
  changes: accountChanges,
  label: ({ userName }) => userName,
  each: applyOneByOne(changeAccount),
});

const followTarget = bulkTarget({
  name: 'follows',
  collection: follows,
  list: followList,
  changes: followChanges,
  label: () => null,
  each: commandPerItem(followStream)({
    patch: ({ muted }, actor) => ({ type: 'MuteFollow', muted, actor, of: 'all' }),
    remove: (actor) => ({ type: 'UnfollowAccount', actor, of: 'all' }),
  }),
});

/** Targets of bulk calls, also for the workflow that handles more matches than one request may change. */
export const targets: readonly BulkTarget[] = [accountTarget, followTarget];

export const routes = bindBulkRoutes(accountBulkRoutes, 'accounts', { Accounts: accountTarget, Follows: followTarget });
