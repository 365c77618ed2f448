import { type EventContext, entityVersion, type Stream, streamId } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import { type Follow, type FollowEvent, followEvents } from '@waystory/proto/accounts/follow.ts';

/** `own`: a follow of the actor. `all`: any follow, for bulk calls and the product itself. */
type Of = { actor: Principal; of: 'own' | 'all' };

type FollowCommand =
  | { type: 'FollowAccount'; followerId: string; followingId: string }
  | ({ type: 'MuteFollow'; muted: boolean } & Of)
  | ({ type: 'UnfollowAccount' } & Of);

function decide(command: FollowCommand, follow: Follow | null): FollowEvent[] {
  switch (command.type) {
    case 'FollowAccount': {
      const { followerId, followingId } = command;
      if (followerId === followingId) throw new Rejected('follow/yourself');
      return follow ? [] : [{ type: 'AccountFollowed', data: { followerId, followingId } }];
    }
    case 'MuteFollow': {
      const { followerId, followingId, muted } = changeableFollow(follow, command);
      return muted === command.muted ? [] : [{ type: command.muted ? 'FollowMuted' : 'FollowUnmuted', data: { followerId, followingId } }];
    }
    case 'UnfollowAccount': {
      const { followerId, followingId } = changeableFollow(follow, command);
      return [{ type: 'AccountUnfollowed', data: { followerId, followingId } }];
    }
    default:
      return command satisfies never;
  }
}

function changeableFollow(follow: Follow | null, { actor, of }: Of): Follow {
  const all = isModerator(actor);
  if (!follow || !(all || follow.followerId === actor.accountId || follow.followingId === actor.accountId)) throw new Rejected('follow/unknown');
  if (follow.followerId !== actor.accountId && !(all && of === 'all')) throw new Rejected('follow/not-yours');
  return follow;
}

/** State of a follow, which the read model stores as well. */
export function evolveFollow(follow: Follow | null, event: FollowEvent & EventContext): Follow | null {
  const { version, at } = event;
  switch (event.type) {
    case 'AccountFollowed':
      return { id: streamId(event.stream), ...event.data, muted: false, version, createdAt: at, updatedAt: at };
    case 'FollowMuted':
      return follow && { ...follow, muted: true, version, updatedAt: at };
    case 'FollowUnmuted':
      return follow && { ...follow, muted: false, version, updatedAt: at };
    case 'AccountUnfollowed':
      return null;
    default:
      return event satisfies never;
  }
}

export const followStream: Stream<FollowCommand, Follow | null, FollowEvent> = {
  category: 'follow',
  stateVersion: 1,
  events: followEvents,
  decider: { initial: null, decide, evolve: evolveFollow },
  versionOf: entityVersion,
};

/** One stream per pair, so that a pair has at most one follow. */
export const followIdOf = (followerId: string, followingId: string): string => derivedId('follow', followerId, followingId);
