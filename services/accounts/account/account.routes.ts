import type { Identity } from '@waystory/infra/identity/port.ts';
import { found } from '@waystory/infra/kit/answers.ts';
import { accountOf, bind, commandsOn } from '@waystory/infra/kit/route-handler.ts';
import { type Account, accountRoutes } from '@waystory/proto/accounts/account.ts';
import { type AccountState, accountStream, ownAccount } from './account.ts';
import { accounts } from './accounts.projection.ts';
import { claimUserName, releaseUserName } from './claim-user-name.ts';
import { userNameKey } from './user-name.ts';

const command = commandsOn(accountStream);

/** Everyone sees the profile; subject and e-mail are shown to their owner, from the owner's own token. */
function present(state: AccountState | null, identity: Identity | null): Account {
  const account = found(state, 'account/unknown');
  const mine = identity?.accountId === account.id ? identity : null;
  return { ...account, subjectId: mine?.subjectId ?? null, email: mine?.email ?? null, credits: 0, orderIds: [], ordersCount: 0 };
}

export const routes = bind(accountRoutes, {
  createAccount: command(
    (request) => ({ id: accountOf(request), command: { type: 'CreateAccount', accountId: accountOf(request) } }),
    (state, { identity }) => present(state, identity),
    (state) => state ?? undefined,
  ),
  listAccounts: async ({ query, identity }, { reads }) => {
    const page = await reads.list(accounts, query);
    return { body: { ...page, items: page.items.map((account) => present(account, identity)) } };
  },
  getMyAccount: async (request, { reads }) => ({ body: present(await reads.one(accounts, accountOf(request)), request.identity) }),
  getAccount: async ({ params, identity }, { reads }) => ({ body: present(await reads.one(accounts, params.id), identity) }),

  updateAccount: async (request, services) => {
    const { id: accountId } = request.params;
    const { commands } = services;
    const { userName } = request.body;
    const before = ownAccount((await commands.load(accountStream, accountId)).state, request.viewer);
    if (userName) await claimUserName(commands, userName, accountId, request.context);
    const answer = await update(request, services);
    const given = before.userName !== null && userName !== undefined && userNameKey(before.userName) !== userNameKey(userName ?? '');
    if (given) await releaseUserName(commands, before.userName ?? '', accountId, request.context);
    return answer;
  },
  deleteAccount: async (request, services) => {
    const { state } = await services.commands.load(accountStream, request.params.id);
    const answer = await remove(request, services);
    if (state?.userName) await releaseUserName(services.commands, state.userName, state.id, request.context);
    return answer;
  },
});

const update = command<typeof accountRoutes.updateAccount>(
  ({ params, body, viewer }) => ({ id: params.id, command: { type: 'UpdateAccount', accountId: params.id, changes: body, actor: viewer } }),
  (state, { identity }) => present(state, identity),
);

const remove = command<typeof accountRoutes.deleteAccount>(
  ({ params, viewer }) => ({ id: params.id, command: { type: 'DeleteAccount', accountId: params.id, actor: viewer } }),
  () => undefined,
  (state) => state ?? undefined,
);
