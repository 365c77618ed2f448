import { streamName } from '@waystory/infra/commands/decider.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { historyPage } from '@waystory/infra/history/history.ts';
import { type BoundRoutes, bind } from '@waystory/infra/http/route-handler.ts';
import { postHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { postEvents } from '@waystory/proto/social/post.ts';
import { postStream } from './post.ts';

/** What happened to a post, for moderators. */
export const postHistoryRoutesOn = (events: Pick<EventStore, 'read'>): BoundRoutes =>
  bind(postHistoryRoutes, {
    listPostHistory: async ({ params, query }) => {
      const stream = streamName(postStream.category, params.id);
      return { body: await historyPage(events, { stream, vocabulary: postEvents, unknown: 'post/unknown' }, query) };
    },
  });
