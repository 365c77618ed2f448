import type { Identity } from '@waystory/infra/identity/port.ts';
import { found } from '@waystory/infra/kit/answers.ts';
import type { DocOf } from '@waystory/infra/kit/projection.ts';
import type { Reads } from '@waystory/infra/kit/read-side.ts';
import { type Answer, accountOf, bind, commandsOn } from '@waystory/infra/kit/route-handler.ts';
import { isModerator, type Viewer } from '@waystory/infra/kit/viewer.ts';
import { type Account, type AccountView, accountRoutes } from '@waystory/proto/accounts/account.ts';
import { type AccountState, accountStream, changeableAccount } from './account.ts';
import { accounts } from './accounts.projection.ts';
import { claimUserName, releaseUserName } from './claim-user-name.ts';
import { profileOf } from './profile.view.ts';
import { userNameKey } from './user-name.ts';

const command = commandsOn(accountStream);

type Counted = DocOf<typeof accounts>;
/** Counts are not known to the account itself, see `counted`. */
const uncounted = (state: AccountState | null): Counted => ({ ...found(state, 'account/unknown'), followersCount: 0, followingCount: 0 });

/** Subject and e-mail are shown to their owner, from the owner's own token. */
function present(account: Counted, identity: Identity | null): Account {
  const mine = identity?.accountId === account.id ? identity : null;
  return { ...account, subjectId: mine?.subjectId ?? null, email: mine?.email ?? null, credits: 0, orderIds: [], ordersCount: 0 };
}

const privately = {
  subjectId: null,
  email: null,
  credits: null,
  orderIds: null,
  ordersCount: null,
  suspended: null,
  version: null,
  createdAt: null,
  updatedAt: null,
};

/** Everyone sees the profile, its owner and moderators the account. */
function view(account: Counted | null, identity: Identity | null, viewer: Viewer): AccountView {
  const known = found(account, 'account/unknown');
  return known.id === viewer.accountId || isModerator(viewer) ? present(known, identity) : { ...privately, ...profileOf(known) };
}

/** The answer to a write with the counts, which the read model has. */
async function counted({ body, ...answer }: Answer<Account>, reads: Reads): Promise<Answer<Account>> {
  const { followersCount, followingCount } = (await reads.one(accounts, body.id)) ?? body;
  return { ...answer, body: { ...body, followersCount, followingCount } };
}

export const routes = bind(accountRoutes, {
  createAccount: async (request, services) => counted(await create(request, services), services.reads),
  listAccounts: async ({ query, identity }, { reads }) => {
    const page = await reads.list(accounts, query);
    return { body: { ...page, items: page.items.map((account) => present(account, identity)) } };
  },
  getMyAccount: async (request, { reads }) => ({
    body: present(found(await reads.one(accounts, accountOf(request)), 'account/unknown'), request.identity),
  }),
  getAccount: async ({ params, identity, viewer }, { reads }) => ({ body: view(await reads.one(accounts, params.id), identity, viewer) }),

  updateAccount: async (request, services) => {
    const { id: accountId } = request.params;
    const { commands } = services;
    const { userName } = request.body;
    const before = changeableAccount((await commands.load(accountStream, accountId)).state, request.body, request.viewer);
    if (userName) await claimUserName(commands, userName, accountId, request.context);
    const answer = await update(request, services);
    const given = before.userName !== null && userName !== undefined && userNameKey(before.userName) !== userNameKey(userName ?? '');
    if (given) await releaseUserName(commands, before.userName ?? '', accountId, request.context);
    return counted(answer, services.reads);
  },
  deleteAccount: async (request, services) => {
    const { state } = await services.commands.load(accountStream, request.params.id);
    const answer = await remove(request, services);
    if (state?.userName) await releaseUserName(services.commands, state.userName, state.id, request.context);
    return answer;
  },
});

const create = command<typeof accountRoutes.createAccount>(
  (request) => ({ id: accountOf(request), command: { type: 'CreateAccount', accountId: accountOf(request) } }),
  (state, { identity }) => present(uncounted(state), identity),
  (state) => state ?? undefined,
);

const update = command<typeof accountRoutes.updateAccount>(
  ({ params, body, viewer }) => ({ id: params.id, command: { type: 'UpdateAccount', accountId: params.id, changes: body, actor: viewer } }),
  (state, { identity }) => present(uncounted(state), identity),
);

const remove = command<typeof accountRoutes.deleteAccount>(
  ({ params, viewer }) => ({ id: params.id, command: { type: 'DeleteAccount', accountId: params.id, actor: viewer } }),
  () => undefined,
  (state) => state ?? undefined,
);
