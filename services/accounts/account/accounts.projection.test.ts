import { anyProjection } from '@waystory/infra/host/service.ts';
import { onePartition, recordedEvents, type Step } from '@waystory/infra/read-models/projector/projector-fixture.ts';
import { createMemoryDocuments, expectSameInAnyOrder, foldBatches } from '@waystory/infra/read-models/projector/shuffle-fixture.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountsProjection } from './accounts.projection.ts';

const projection = anyProjection(accountsProjection);
const accountIds = ['a1', 'a2', 'a3'];

const ofAccount = (accountId: string, type: string, more: object = {}): Step => ({
  stream: `account-${accountId}`,
  type,
  data: { accountId, ...more },
});
const life = (accountId: string): fc.Arbitrary<Step[]> =>
  fc
    .array(
      fc.oneof(
        fc.string({ maxLength: 3 }).map((aboutMe) => [ofAccount(accountId, 'AccountUpdated', { changes: { aboutMe } })]),
        fc.constant([ofAccount(accountId, 'AccountSuspended')]),
        fc.constant([ofAccount(accountId, 'AccountReinstated')]),
        fc.constant([ofAccount(accountId, 'AccountDeleted'), ofAccount(accountId, 'AccountCreated')]),
      ),
      { maxLength: 4 },
    )
    .chain((steps) =>
      fc
        .boolean()
        .map((gone) => [ofAccount(accountId, 'AccountCreated'), ...steps.flat(), ...(gone ? [ofAccount(accountId, 'AccountDeleted')] : [])]),
    );

const followed = (followerId: string, followingId: string, type: string): Step => ({
  stream: `follow-${followerId}${followingId}`,
  type,
  data: { followerId, followingId },
});
/** At most five events of one follow: begin, mute and end, in turn. Muting changes no count. */
const follow = (followerId: string, followingId: string): fc.Arbitrary<Step[]> =>
  fc
    .nat({ max: 5 })
    .map((length) =>
      Array.from({ length }, (_, turn) => followed(followerId, followingId, ['AccountFollowed', 'FollowMuted', 'AccountUnfollowed'][turn % 3] ?? '')),
    );
const credited = (accountId: string, type: string, credits: number): Step => ({
  stream: `credit-${accountId}`,
  type,
  data: { accountId, credits },
});
const ledger = (accountId: string): fc.Arbitrary<Step[]> =>
  fc.array(
    fc
      .tuple(
        fc.constantFrom('CreditsGranted', 'CreditsReserved', 'CreditsSettled', 'CreditsReleased', 'CreditsRevoked'),
        fc.integer({ min: 1, max: 20 }),
      )
      .map(([type, credits]) => credited(accountId, type, credits)),
    { maxLength: 4 },
  );
const pairs = accountIds.flatMap((one) => accountIds.filter((other) => other !== one).map((other) => [one, other] as const));

describe('accounts projection', () => {
  test('yields the same documents for shuffled streams with a tenth of the events repeated', () => {
    const streams = fc.tuple(...accountIds.map(life), ...accountIds.map(ledger), ...pairs.map(([one, other]) => follow(one, other)));
    expectSameInAnyOrder(projection, streams, 300);
  });

  test('counts follows before the account is created, and hides the document until then', () => {
    const shelf = foldBatches([onePartition(recordedEvents([followed('a1', 'a2', 'AccountFollowed')]))], createMemoryDocuments(), projection);
    expect(shelf.get('accounts', 'a2').doc).toMatchObject({ version: 0, followersCount: 1 });
    expect(accountsProjection.collections.accounts.visibleTo({ accountId: null, roles: ['admin'] }, 'listed')).toEqual({
      op: 'gt',
      field: 'version',
      value: 0,
    });
  });

  test('has as credits the sum of all ledger entries, and null before the first entry', () => {
    const steps = [
      ofAccount('a1', 'AccountCreated'),
      credited('a1', 'CreditsGranted', 20),
      credited('a1', 'CreditsReserved', 3),
      credited('a1', 'CreditsSettled', 3),
      credited('a1', 'CreditsReserved', 2),
      credited('a1', 'CreditsReleased', 2),
      credited('a1', 'CreditsRevoked', 20),
    ];
    const after = (count: number) =>
      foldBatches([onePartition(recordedEvents(steps.slice(0, count)))], createMemoryDocuments(), projection).get('accounts', 'a1').doc;
    expect([1, 2, 3, 4, 5, 6, 7].map((count) => after(count)?.credits)).toEqual([null, 20, 17, 17, 15, 17, -3]);
  });

  test('deletes a document once the account is deleted and has no followers', () => {
    const steps = [
      ofAccount('a1', 'AccountCreated'),
      followed('a2', 'a1', 'AccountFollowed'),
      ofAccount('a1', 'AccountDeleted'),
      followed('a2', 'a1', 'AccountUnfollowed'),
    ];
    const after = (count: number) => foldBatches([onePartition(recordedEvents(steps.slice(0, count)))], createMemoryDocuments(), projection);
    expect(after(3).get('accounts', 'a1').doc).toMatchObject({ version: 0, followersCount: 1, userName: null });
    expect(after(4).json()).toBe('{}');
  });
});
