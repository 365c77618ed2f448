import { anyProjection, defineService } from '@waystory/infra/kit/service.ts';
import { accountErrors, accountEvents, userNameEvents } from '@waystory/proto/accounts/account.ts';
import { routes } from './account/account.routes.ts';
import { accountsProjection } from './account/accounts.projection.ts';

export const accountsService = defineService({
  name: 'accounts',
  streams: [accountEvents, userNameEvents],
  routes: [routes],
  projections: [anyProjection(accountsProjection)],
  reactors: () => [],
  errors: accountErrors,
});
