import { streamName } from '@waystory/infra/commands/decider.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { historyPage } from '@waystory/infra/history/history.ts';
import { type BoundRoutes, bind } from '@waystory/infra/http/route-handler.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { accountHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { accountStream } from './account.ts';

/** What happened to an account, for moderators. */
export const accountHistoryRoutesOn = (events: Pick<EventStore, 'read'>): BoundRoutes =>
  bind(accountHistoryRoutes, {
    listAccountHistory: async ({ params, query }) => {
      const stream = streamName(accountStream.category, params.id);
      return { body: await historyPage(events, { stream, vocabulary: accountEvents, unknown: 'account/unknown' }, query) };
    },
  });
