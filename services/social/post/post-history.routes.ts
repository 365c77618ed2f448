import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { historyPage } from '@waystory/infra/history/history.ts';
import { type BoundRoutes, bind } from '@waystory/infra/http/route-handler.ts';
import { postHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { postStream } from './post.ts';

/** History of a post, for moderators. */
export const postHistoryRoutesOn = (events: Pick<EventStore, 'read'>): BoundRoutes =>
  bind(postHistoryRoutes, {
    listPostHistory: async ({ params, query }) => {
      return { body: await historyPage(events, { stream: postStream, id: params.id, unknown: 'post/unknown' }, query) };
    },
  });
