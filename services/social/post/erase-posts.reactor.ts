import { streamId } from '@waystory/infra/commands/decider.ts';
import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { type Erasure, eraseAll, eraseIfAccountGone, erasureContext } from '@waystory/infra/reactors/erase-all.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { postEvents } from '@waystory/proto/social/post.ts';
import { targetEvents } from '../target/target.ts';
import { targets } from '../target/targets.projection.ts';
import { postStream } from './post.ts';
import { posts } from './posts.projection.ts';

/** Erases comments with their target, and comments with their author's account. Replies of others stay. */
export const erasePosts = (services: ReactorServices): Reactor => {
  const { commands, reads } = services;
  const erasure: Erasure<typeof posts.doc> = {
    collection: posts,
    erase: (id, context) => commands.execute(postStream, id, [{ type: 'ErasePost' }], context),
  };
  return defineReactor({
    name: 'erase-posts',
    reads: joinEvents(joinEvents(targetEvents, accountEvents), postEvents),
    on: {
      ItineraryDeleted: (event) => eraseAll(erasure, reads, event, 'itineraryId', streamId(event.stream)),
      StopRemoved: (event) => eraseAll(erasure, reads, event, 'postableId', event.data.stopId),
      AccountDeleted: (event) => eraseAll(erasure, reads, event, 'accountId', event.data.accountId),
      // The target may have been deleted concurrently with this comment.
      PostCreated: async (event) => {
        if (await reads(event.position).one(targets, event.data.postableId)) return eraseIfAccountGone(services, event, erasure.erase);
        const id = streamId(event.stream);
        await erasure.erase(id, erasureContext(event, id));
      },
    },
  });
};
