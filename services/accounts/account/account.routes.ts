import { requireMatch } from '@waystory/infra/commands/decide-and-append.ts';
import { orThrow } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { historyPage } from '@waystory/infra/history/history.ts';
import { type BoundRoutes, bindRoutes, commandRouteHandler, type RouteResponse, requireAccountId } from '@waystory/infra/http/route-handler.ts';
import type { Identity } from '@waystory/infra/identity/port.ts';
import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import type { DocOf } from '@waystory/infra/read-models/projection.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { type Account, type AccountView, accountRoutes } from '@waystory/proto/accounts/account.ts';
import { firstCredits } from '@waystory/proto/billing/credit.ts';
import { accountHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { type AccountRecord, type AccountState, accountStream, blankAccount, requireChangeable, suspensionFields } from './account.ts';
import { accounts } from './accounts.projection.ts';
import { releaseUserName, writeWithClaimedUserName } from './claim-user-name.ts';
import { profileOf } from './profile.view.ts';

const command = commandRouteHandler(accountStream);

type Counted = DocOf<typeof accounts>;
/** The account's own stream holds no counts; `counted` adds them. */
const uncounted = (account: AccountState | null): Counted => ({
  ...orThrow(account, 'account/unknown'),
  followersCount: 0,
  followingCount: 0,
  credits: null,
  orderIds: [],
});

/** State of an account. An id without an account yields a blank account with its suspension. */
const accountIn = ({ account, suspension, version, updatedAt }: AccountRecord, id: string): AccountState =>
  account ?? { ...blankAccount(id), ...suspensionFields(suspension), version, createdAt: updatedAt, updatedAt };

/** Subject and e-mail come from the owner's own token and are shown to the owner only. */
function present(account: Counted, identity: Identity | null): Account {
  const mine = identity?.accountId === account.id ? identity : null;
  return {
    ...account,
    subjectId: mine?.subjectId ?? null,
    email: mine?.email ?? null,
    credits: account.credits ?? firstCredits,
    ordersCount: account.orderIds.length,
  };
}

const privately = {
  subjectId: null,
  email: null,
  credits: null,
  orderIds: null,
  ordersCount: null,
  suspended: null,
  suspendedUntil: null,
  suspensionReason: null,
  version: null,
  createdAt: null,
  updatedAt: null,
};

/** The profile for everyone, the account for its owner and moderators. */
function view(account: Counted | null, identity: Identity | null, principal: Principal): AccountView {
  const known = orThrow(account, 'account/unknown');
  return known.id === principal.accountId || isModerator(principal) ? present(known, identity) : { ...privately, ...profileOf(known) };
}

/** Completes the answer to a write with counts from the read model. */
async function counted({ body, ...answer }: RouteResponse<Account>, reads: Reads): Promise<RouteResponse<Account>> {
  const { followersCount, followingCount, credits, orderIds } = (await reads.one(accounts, body.id)) ?? body;
  const counts = { followersCount, followingCount, credits: credits ?? body.credits, orderIds, ordersCount: orderIds.length };
  return { ...answer, body: { ...body, ...counts } };
}

export const routes = bindRoutes(accountRoutes, {
  createAccount: async (request, services) => counted(await create(request, services), services.reads),
  listAccounts: async ({ query, identity }, { reads }) => {
    const page = await reads.list(accounts, query);
    return { body: { ...page, items: page.items.map((account) => present(account, identity)) } };
  },
  getMyAccount: async (request, { reads }) => ({
    body: present(orThrow(await reads.one(accounts, requireAccountId(request)), 'account/unknown'), request.identity),
  }),
  getAccount: async ({ params, identity, principal }, { reads }) => ({ body: view(await reads.one(accounts, params.id), identity, principal) }),

  updateAccount: async (request, services) => {
    const { params, principal, context, ifMatch } = request;
    const { userName: to, ...others } = request.body;
    const record = (await services.commands.load(accountStream, params.id)).state;
    const account = requireChangeable(record, { accountId: params.id, changes: request.body, actor: principal });
    // Checked before the claim, so that a refused request claims no name.
    requireMatch(ifMatch, accountIn(record, params.id).version);
    if (!account || to === undefined || to === account.userName) return counted(await update({ ...request, body: others }, services), services.reads);
    const renaming = { accountId: account.id, from: account.userName, to, actor: principal };
    const answer = await writeWithClaimedUserName(services.commands, renaming, context, () => update(request, services));
    return counted(answer, services.reads);
  },
  deleteAccount: async (request, services) => {
    const { account } = (await services.commands.load(accountStream, request.params.id)).state;
    const answer = await remove(request, services);
    if (account?.userName) await releaseUserName(services.commands, account.userName, account.id, request.context);
    return answer;
  },
});

const create = command<typeof accountRoutes.createAccount>(
  (request) => {
    const accountId = requireAccountId(request);
    const { roles } = request.principal;
    return { id: accountId, command: { type: 'CreateAccount', accountId, owner: { roles, issuedAt: request.identity?.issuedAt ?? 0 } } };
  },
  ({ account }, { identity }) => present(uncounted(account), identity),
);

const update = command<typeof accountRoutes.updateAccount>(
  ({ params, body, principal }) => ({ id: params.id, command: { type: 'UpdateAccount', accountId: params.id, changes: body, actor: principal } }),
  (record, { params, identity }) => present(uncounted(accountIn(record, params.id)), identity),
);

const remove = command<typeof accountRoutes.deleteAccount>(
  ({ params, principal }) => ({ id: params.id, command: { type: 'DeleteAccount', accountId: params.id, actor: principal } }),
  () => undefined,
);

/** History of an account, for moderators. */
export const accountHistoryRoutesOn = (events: Pick<EventStore, 'read'>): BoundRoutes =>
  bindRoutes(accountHistoryRoutes, {
    listAccountHistory: async ({ params, query }) => {
      return { body: await historyPage(events, { stream: accountStream, id: params.id, unknown: 'account/unknown' }, query) };
    },
  });
