import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { FollowView } from '@waystory/proto/accounts/follow.ts';
import { profilesOf } from '../account/profile.view.ts';

/** Adds both profiles to follows. Only the follower and moderators see mute, version and time of the last change. */
export async function viewsOf(
  follows: readonly Omit<FollowView, 'follower' | 'following'>[],
  reads: Reads,
  principal: Principal,
): Promise<FollowView[]> {
  const profiles = await profilesOf(
    follows.flatMap(({ followerId, followingId }) => [followerId, followingId]),
    reads,
  );
  const begun = { muted: null, version: null };
  return follows.map((follow) => ({
    ...follow,
    ...(follow.followerId === principal.accountId || isModerator(principal) ? {} : { ...begun, updatedAt: follow.createdAt }),
    follower: profiles.get(follow.followerId) ?? null,
    following: profiles.get(follow.followingId) ?? null,
  }));
}
