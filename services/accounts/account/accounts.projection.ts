import type { EventContext } from '@waystory/infra/commands/decider.ts';
import { type DocOf, type Docs, defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { type AccountEvent, account, accountEvents, accountList } from '@waystory/proto/accounts/account.ts';
import { type FollowEvent, followEvents } from '@waystory/proto/accounts/follow.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { accountSearch } from '../search/account.search.ts';
import { type AccountState, evolveAccount } from './account.ts';

export const accounts = defineCollection({
  name: 'accounts',
  doc: account.omit({ subjectId: true, email: true, credits: true, orderIds: true, ordersCount: true }),
  filterable: accountList.filterable,
  sortable: accountList.sortable,
  indexes: [
    { kind: 'ordered', on: ['-createdAt'] },
    { kind: 'ordered', on: ['userName'] },
    { kind: 'ordered', on: ['suspended'] },
    { kind: 'ordered', on: ['-followersCount'] },
  ],
  // Follows may be heard of before the account is, or after it went: what only counts them is no account.
  visibleTo: () => ({ op: 'gt', field: 'version', value: 0 }),
  search: accountSearch,
});
type AccountDoc = DocOf<typeof accounts>;
type Follows = Pick<AccountDoc, 'followersCount' | 'followingCount'>;

const beforeAll = new Date(0).toISOString();
const unheardOf = (id: string): AccountState => ({
  id,
  userName: null,
  aboutMe: null,
  avatarUrl: null,
  suspended: false,
  version: 0,
  createdAt: beforeAll,
  updatedAt: beforeAll,
});

/** The document with its own part and its counts changed; gone when there is nothing to say. */
function changed(
  id: string,
  doc: AccountDoc | undefined,
  own: (state: AccountState | null) => AccountState | null,
  counts: (follows: Follows) => Follows,
): AccountDoc | undefined {
  const { followersCount, followingCount, ...state } = doc ?? { ...unheardOf(id), followersCount: 0, followingCount: 0 };
  const next = own(state.version > 0 ? state : null);
  const follows = counts({ followersCount, followingCount });
  if (!next && follows.followersCount === 0 && follows.followingCount === 0) return undefined;
  return { ...(next ?? unheardOf(id)), ...follows };
}

type AccountDocs = { accounts: Docs<AccountDoc> };
const unchanged = <T>(value: T): T => value;

/** Those who follow it, and whom it follows, stay as they are. */
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

export const accountsProjection = defineProjection({
  name: 'accounts',
  version: 2,
  collections: { accounts },
  reads: joinEvents(accountEvents, followEvents),
  on: {
    AccountCreated: ownEvent,
    AccountUpdated: ownEvent,
    AccountSuspended: ownEvent,
    AccountReinstated: ownEvent,
    AccountDeleted: ownEvent,
    AccountFollowed: count(1),
    AccountUnfollowed: count(-1),
  },
});
