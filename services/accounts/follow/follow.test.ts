import { given } from '@waystory/infra/commands/given.ts';
import { type Principal, systemPrincipal } from '@waystory/infra/identity/principal.ts';
import { describe, test } from 'vitest';
import { followStream } from './follow.ts';

const followerId = 'a0000000-0000-8000-8000-000000000001';
const followingId = 'a0000000-0000-8000-8000-000000000002';
const principal = (accountId: string, ...roles: Principal['roles']): Principal => ({ accountId, roles });
const follower = principal(followerId);
const followed = principal(followingId);
const stranger = principal('a0000000-0000-8000-8000-000000000003');
const moderator = principal('a0000000-0000-8000-8000-000000000004', 'moderator');

const data = { followerId, followingId };
const follow = { type: 'FollowAccount', followerId, followingId } as const;
const begun = { type: 'AccountFollowed', data } as const;
const ended = { type: 'AccountUnfollowed', data } as const;

describe('follow', () => {
  test('is made once when the command repeats, and again after its end', () => {
    const unfollow = { type: 'UnfollowAccount', actor: follower, of: 'own' } as const;
    given(followStream, [])
      .when(follow)
      .then([begun])
      .when(follow)
      .then([])
      .when(unfollow)
      .then([ended])
      .when(unfollow)
      .rejects('follow/unknown')
      .when(follow)
      .then([begun]);
  });

  test('of oneself is refused', () => {
    given(followStream, [])
      .when({ ...follow, followingId: followerId })
      .rejects('follow/yourself');
  });

  test('is muted and unmuted by its follower, and a new follow is unmuted', () => {
    const mute = (muted: boolean) => ({ type: 'MuteFollow', muted, actor: follower, of: 'own' }) as const;
    given(followStream, [begun])
      .when(mute(false))
      .then([])
      .when(mute(true))
      .then([{ type: 'FollowMuted', data }])
      .when(mute(true))
      .then([])
      .when(mute(false))
      .then([{ type: 'FollowUnmuted', data }])
      .when(mute(true))
      .then([{ type: 'FollowMuted', data }])
      .when({ type: 'UnfollowAccount', actor: follower, of: 'own' })
      .then([ended])
      .when(follow)
      .then([begun])
      .when(mute(false))
      .then([]);
  });

  test.each(['MuteFollow', 'UnfollowAccount'] as const)(
    '%s by the followed account is rejected as follow/not-yours, by a stranger as follow/unknown, and by a moderator accepted in bulk calls only',
    (type) => {
      const by = (actor: Principal, of: 'own' | 'all' = 'own') => ({ type, muted: true, actor, of });
      const before = given(followStream, [begun]);
      before.when(by(followed)).rejects('follow/not-yours');
      before.when(by(followed, 'all')).rejects('follow/not-yours');
      before.when(by(moderator)).rejects('follow/not-yours');
      before.when(by(stranger)).rejects('follow/unknown');
      before.when(by(stranger, 'all')).rejects('follow/unknown');
      before.when(by({ accountId: null, roles: [] }, 'all')).rejects('follow/unknown');
      const done = [type === 'MuteFollow' ? ({ type: 'FollowMuted', data } as const) : ended];
      before.when(by(moderator, 'all')).then(done);
      before.when(by(systemPrincipal, 'all')).then(done);
    },
  );
});
