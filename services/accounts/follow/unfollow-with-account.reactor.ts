import { streamId } from '@waystory/infra/commands/decider.ts';
import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { systemPrincipal } from '@waystory/infra/identity/principal.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { followEvents } from '@waystory/proto/accounts/follow.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { anyOf, eq } from '@waystory/proto/kit/filter.ts';
import { followStream } from './follow.ts';
import { follows } from './follows.projection.ts';

const batch = 100;

/** Ends all follows by and of a deleted account. */
export function unfollowWithAccount({ commands, reads, isGone }: ReactorServices): Reactor {
  /** Returns the position of the event; undefined when there was no follow. */
  async function unfollow(id: string, cause: string, at: string): Promise<number | undefined> {
    if (!(await commands.load(followStream, id)).state) return undefined;
    const context = { actorId: null, now: at, commandId: derivedId('unfollow-with-account', cause, id) };
    return (await commands.execute(followStream, id, [{ type: 'UnfollowAccount', actor: systemPrincipal, of: 'all' }], context)).position;
  }
  return defineReactor({
    name: 'unfollow-with-account',
    reads: joinEvents(accountEvents, followEvents),
    on: {
      AccountDeleted: async ({ data: { accountId }, at, position }) => {
        const ofAccount = anyOf(eq('followerId', accountId), eq('followingId', accountId));
        let after = position;
        for (;;) {
          const left = await reads(after).all(follows, ofAccount, [{ field: 'createdAt', direction: 1 }], batch);
          for (const { id } of left) after = (await unfollow(id, accountId, at)) ?? after;
          if (left.length < batch) return;
        }
      },
      // Either account may have been deleted while the follow was made, after the follows of that account were looked up.
      AccountFollowed: async ({ data: { followerId, followingId }, at, stream }) => {
        if (!((await isGone(followerId)) || (await isGone(followingId)))) return;
        await unfollow(streamId(stream), followingId, at);
      },
    },
  });
}
