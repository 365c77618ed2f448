import { type EventContext, streamId } from '@waystory/infra/commands/decider.ts';
import { type DocOf, type Docs, defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import type { Searchable } from '@waystory/infra/read-models/searchable.ts';
import { type AccountEvent, account, accountEvents, accountList } from '@waystory/proto/accounts/account.ts';
import { type FollowEvent, followEvents } from '@waystory/proto/accounts/follow.ts';
import { balanceChangeOf, type CreditEvent, creditEvents } from '@waystory/proto/billing/credit.ts';
import { type OrderEvent, orderEvents } from '@waystory/proto/billing/order.ts';
import { handlerForEveryEvent, joinEvents } from '@waystory/proto/kit/event.ts';
import { z } from 'zod';
import { type AccountState, blankAccount, evolveAccount } from './account.ts';

/** Search of accounts that have a text and are not suspended. */
const accountSearch: Searchable<AccountState> = {
  index: 'accounts',
  version: 2,
  texts: { userName: 'name', aboutMe: 'prose' },
  filters: { suspended: 'flag', version: 'number' },
  category: 'account',
  searched({ userName, aboutMe, suspended, version }) {
    // Counts may arrive before the account. An account without texts has nothing to find.
    if (version === 0 || suspended || (!userName && !aboutMe)) return null;
    return { texts: { ...(userName && { userName }), ...(aboutMe && { aboutMe }) }, filters: { suspended, version } };
  },
};

export const accounts = defineCollection({
  name: 'accounts',
  doc: account
    .omit({ subjectId: true, email: true, ordersCount: true })
    .extend({ orderIds: account.shape.orderIds, credits: z.int().nullable().describe('Null until the ledger of the account has its first entry') }),
  filterable: accountList.filterable,
  sortable: accountList.sortable,
  indexes: [
    { kind: 'ordered', on: ['-createdAt'] },
    { kind: 'ordered', on: ['userName'] },
    { kind: 'ordered', on: ['suspended'] },
    { kind: 'ordered', on: ['-followersCount'] },
  ],
  // Follows and credits may arrive before the account's creation or after its deletion; such documents hold counts only.
  visibleTo: () => ({ op: 'gt', field: 'version', value: 0 }),
  search: accountSearch,
});
type AccountDoc = DocOf<typeof accounts>;
type Counts = Pick<AccountDoc, 'followersCount' | 'followingCount' | 'credits' | 'orderIds'>;
const noCounts: Counts = { followersCount: 0, followingCount: 0, credits: null, orderIds: [] };

const beforeAll = new Date(0).toISOString();
const unheardOf = (id: string): AccountState => ({ ...blankAccount(id), version: 0, createdAt: beforeAll, updatedAt: beforeAll });

/** Applies changes of the account or its counts; removes a document with neither account nor counts. */
function changed(
  id: string,
  doc: AccountDoc | undefined,
  own: (state: AccountState | null) => AccountState | null,
  count: (counts: Counts) => Counts,
): AccountDoc | undefined {
  const { followersCount, followingCount, credits, orderIds, ...state } = doc ?? { ...unheardOf(id), ...noCounts };
  const next = own(state.version > 0 ? state : null);
  const counts = count({ followersCount, followingCount, credits, orderIds });
  const hasNone = counts.followersCount === 0 && counts.followingCount === 0 && counts.credits === null && counts.orderIds.length === 0;
  if (!next && hasNone) return undefined;
  return { ...(next ?? unheardOf(id)), ...counts };
}

type AccountDocs = { accounts: Docs<AccountDoc> };
const unchanged = <T>(value: T): T => value;

/** Applies an event of the account. Counts, credits and orders stay unchanged, because they come from other streams. */
function ownEvent(event: AccountEvent & EventContext, { accounts: docs }: AccountDocs): void {
  const { accountId } = event.data;
  docs.update(accountId, (doc) => changed(accountId, doc, (state) => evolveAccount(state, event), unchanged));
}

function count(by: 1 | -1) {
  return ({ data: { followerId, followingId } }: FollowEvent, { accounts: docs }: AccountDocs): void => {
    docs.update(followerId, (doc) => changed(followerId, doc, unchanged, (counts) => ({ ...counts, followingCount: counts.followingCount + by })));
    docs.update(followingId, (doc) => changed(followingId, doc, unchanged, (counts) => ({ ...counts, followersCount: counts.followersCount + by })));
  };
}

/** The balance is a sum, so entries may arrive in any order. */
function enter(event: CreditEvent, { accounts: docs }: AccountDocs): void {
  const { accountId } = event.data;
  docs.update(accountId, (doc) =>
    changed(accountId, doc, unchanged, (counts) => ({ ...counts, credits: (counts.credits ?? 0) + balanceChangeOf(event) })),
  );
}

/** Ids are sorted, so that the document does not depend on the order of arrival. */
function placed({ stream, data: { accountId } }: OrderEvent & EventContext & { type: 'OrderPlaced' }, { accounts: docs }: AccountDocs): void {
  const withOrder = (orderIds: readonly string[]): string[] => [...new Set([...orderIds, streamId(stream)])].toSorted();
  docs.update(accountId, (doc) => changed(accountId, doc, unchanged, (counts) => ({ ...counts, orderIds: withOrder(counts.orderIds) })));
}

export const accountsProjection = defineProjection({
  name: 'accounts',
  version: 5,
  collections: { accounts },
  reads: joinEvents(joinEvents(accountEvents, followEvents), joinEvents(creditEvents, orderEvents)),
  on: {
    ...handlerForEveryEvent(accountEvents, ownEvent),
    ...handlerForEveryEvent(creditEvents, enter),
    AccountFollowed: count(1),
    AccountUnfollowed: count(-1),
    OrderPlaced: placed,
  },
});
