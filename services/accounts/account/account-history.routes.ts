import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { historyPage } from '@waystory/infra/history/history.ts';
import { type BoundRoutes, bind } from '@waystory/infra/http/route-handler.ts';
import { accountHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { accountStream } from './account.ts';

/** History of an account, for moderators. */
export const accountHistoryRoutesOn = (events: Pick<EventStore, 'read'>): BoundRoutes =>
  bind(accountHistoryRoutes, {
    listAccountHistory: async ({ params, query }) => {
      return { body: await historyPage(events, { stream: accountStream, id: params.id, unknown: 'account/unknown' }, query) };
    },
  });
