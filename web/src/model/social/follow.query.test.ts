import type { Account, AccountView } from '@waystory/proto/accounts/account.ts';
import { afterEach, expect, test } from 'vitest';
import { myAccount } from '../account/account.query.ts';
import { queryClient } from '../query-client.ts';
import { changeFollowCounts, profileOf } from './follow.query.ts';

const profile = { userName: 'someone', aboutMe: null, avatarUrl: null, subjectId: null, email: null };
const account = (id: string): Account => ({
  ...profile,
  id,
  followersCount: 4,
  followingCount: 2,
  credits: 0,
  orderIds: [],
  ordersCount: 0,
  suspended: false,
  suspendedUntil: null,
  suspensionReason: null,
  version: 1,
  createdAt: '2026-05-01T08:00:00Z',
  updatedAt: '2026-05-01T08:00:00Z',
});
const countsOf = (id: string): number[] => {
  const profile: AccountView | undefined = queryClient.getQueryData(profileOf(id).queryKey);
  return profile ? [profile.followersCount, profile.followingCount] : [];
};
afterEach(() => queryClient.clear());

test('Following changes the counts of both accounts', () => {
  queryClient.setQueryData(myAccount.queryKey, account('me'));
  for (const id of ['me', 'them', 'other']) queryClient.setQueryData(profileOf(id).queryKey, account(id));
  changeFollowCounts('them', 1);
  expect([countsOf('me'), countsOf('them'), countsOf('other')]).toEqual([
    [4, 3],
    [5, 2],
    [4, 2],
  ]);
  changeFollowCounts('them', -1);
  expect([countsOf('me'), countsOf('them')]).toEqual([
    [4, 2],
    [4, 2],
  ]);
});

test('Following does not cache profiles that were not loaded', () => {
  changeFollowCounts('them', 1);
  expect(countsOf('them')).toEqual([]);
  expect(queryClient.getQueryData(myAccount.queryKey)).toBeUndefined();
});
