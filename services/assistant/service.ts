import { defineService } from '@waystory/infra/host/service.ts';
import { accountErrors } from '@waystory/proto/accounts/account.ts';
import { chatErrors } from '@waystory/proto/assistant/thread.ts';
import { creditErrors } from '@waystory/proto/billing/credit.ts';
import { itineraryErrors } from '@waystory/proto/itineraries/itinerary.ts';
import { routes as messageRoutes } from './message/message.routes.ts';
import { routes as threadRoutes } from './thread/thread.routes.ts';

export const assistantService = defineService({
  name: 'assistant',
  streams: [],
  routes: [threadRoutes, messageRoutes],
  projections: [],
  reactors: () => [],
  errors: {
    ...chatErrors,
    'account/unknown': accountErrors['account/unknown'],
    'credit/none-left': creditErrors['credit/none-left'],
    'itinerary/unknown': itineraryErrors['itinerary/unknown'],
  },
});
