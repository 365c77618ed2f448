import { defineService } from '@waystory/infra/host/service.ts';
import { accountErrors } from '@waystory/proto/accounts/account.ts';
import { chatErrors } from '@waystory/proto/assistant/chat.ts';
import { routes } from './chat/chat.routes.ts';

export const assistantService = defineService({
  name: 'assistant',
  streams: [],
  routes: [routes],
  projections: [],
  reactors: () => [],
  errors: { ...chatErrors, 'account/unknown': accountErrors['account/unknown'] },
});
