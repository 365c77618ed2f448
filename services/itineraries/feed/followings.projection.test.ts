import { anyProjection } from '@waystory/infra/host/service.ts';
import { onePartition, recordedEvents, type Step } from '@waystory/infra/read-models/projector/projector-fixture.ts';
import { createMemoryDocuments, expectSameInAnyOrder, foldBatches } from '@waystory/infra/read-models/projector/shuffle-fixture.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { followingsProjection } from './followings.projection.ts';

const projection = anyProjection(followingsProjection);
const data = { followerId: 'reader', followingId: 'author' };
const step = (type: string): Step => ({ stream: 'follow-1', type, data: { ...data } });
const after = (...types: string[]) =>
  foldBatches([onePartition(recordedEvents(types.map(step)))], createMemoryDocuments(), projection).get('followings', '1').doc;

/** Events of a follow: begun, optionally muted for a while, optionally ended. */
const life = (id: string): fc.Arbitrary<Step[]> =>
  fc.tuple(fc.array(fc.constantFrom('FollowMuted', 'FollowUnmuted'), { maxLength: 3 }), fc.boolean()).map(([turns, isEnded]) =>
    ['AccountFollowed', ...turns, ...(isEnded ? ['AccountUnfollowed'] : [])].map((type) => ({
      stream: `follow-${id}`,
      type,
      data: { followerId: 'reader', followingId: id },
    })),
  );

describe('Followings projection', () => {
  test('is the same in every order of follow events, with a tenth of them delivered twice', () => {
    expectSameInAnyOrder(projection, fc.tuple(...['a', 'b', 'c'].map(life)), 200);
  });

  test('has start and mute of a follow, and no document after its end', () => {
    const begun = { id: '1', accountId: 'reader', authorId: 'author', muted: false, since: expect.any(String) };
    expect(after('AccountFollowed')).toEqual(begun);
    expect(after('AccountFollowed', 'FollowMuted')).toEqual({ ...begun, muted: true });
    expect(after('AccountFollowed', 'FollowMuted', 'FollowUnmuted')).toEqual(begun);
    expect(after('AccountFollowed', 'AccountUnfollowed')).toBeNull();
    expect(after('FollowMuted')).toBeNull();
  });
});
