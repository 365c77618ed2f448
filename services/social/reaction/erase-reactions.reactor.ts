import { streamId } from '@waystory/infra/commands/decider.ts';
import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { type Erasure, eraseAll, eraseAllOf, eraseIfAccountGone, erasureContext } from '@waystory/infra/reactors/erase-all.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { postEvents } from '@waystory/proto/social/post.ts';
import { reactionEvents } from '@waystory/proto/social/reaction.ts';
import { posts } from '../post/posts.projection.ts';
import { targetEvents } from '../target/target.ts';
import { targets } from '../target/targets.projection.ts';
import { reactionStream } from './reaction.ts';
import { reactions } from './reactions.projection.ts';

/** Erases reactions with their target, and reactions with their account. */
export const eraseReactions = (services: ReactorServices): Reactor => {
  const { commands, reads } = services;
  const erasure: Erasure<typeof reactions.doc> = {
    collection: reactions,
    erase: (id, context) => commands.execute(reactionStream, id, [{ type: 'EraseReaction' }], context),
  };
  return defineReactor({
    name: 'erase-reactions',
    reads: joinEvents(joinEvents(targetEvents, accountEvents), joinEvents(postEvents, reactionEvents)),
    on: {
      ItineraryDeleted: (event) => eraseAll(erasure, reads, event, 'itineraryId', streamId(event.stream)),
      StopRemoved: (event) => eraseAll(erasure, reads, event, 'targetId', event.data.stopId),
      PostDeleted: (event) => eraseAll(erasure, reads, event, 'reactableId', streamId(event.stream)),
      AccountDeleted: (event) => eraseAll(erasure, reads, event, 'accountId', event.data.accountId),
      // The target may have been deleted concurrently with this reaction.
      ReactionAdded: async (event) => {
        const { reactableType, reactableId, targetId } = event.data;
        const now = reads(event.position);
        const isThere = (await now.one(targets, targetId)) && (reactableType !== 'post' || (await now.one(posts, reactableId)));
        if (isThere) return eraseIfAccountGone(services, event, erasure.erase);
        const id = streamId(event.stream);
        await erasure.erase(id, erasureContext(event, id));
      },
    },
    together: {
      PostDeleted: (events) => eraseAllOf(erasure, reads, new Map(events.map((event) => [streamId(event.stream), event])), 'reactableId'),
    },
  });
};
