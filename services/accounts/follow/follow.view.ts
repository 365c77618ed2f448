import type { Reads } from '@waystory/infra/kit/read-side.ts';
import { isModerator, type Viewer } from '@waystory/infra/kit/viewer.ts';
import type { FollowView } from '@waystory/proto/accounts/follow.ts';
import { profilesOf } from '../account/profile.view.ts';

/** Follows with the profiles of both sides; who was muted is not told. */
export async function viewsOf(follows: readonly Omit<FollowView, 'follower' | 'following'>[], reads: Reads, viewer: Viewer): Promise<FollowView[]> {
  const profiles = await profilesOf(
    follows.flatMap(({ followerId, followingId }) => [followerId, followingId]),
    reads,
  );
  return follows.map((follow) => ({
    ...follow,
    muted: follow.followerId === viewer.accountId || isModerator(viewer) ? follow.muted : null,
    follower: profiles.get(follow.followerId) ?? null,
    following: profiles.get(follow.followingId) ?? null,
  }));
}
