import { defineService } from '@waystory/infra/host/service.ts';
import { accountErrors } from '@waystory/proto/accounts/account.ts';
import { creditErrors, creditEvents } from '@waystory/proto/billing/credit.ts';
import { orderErrors } from '@waystory/proto/billing/order.ts';
import { routes } from './order/order.routes.ts';

export const billingService = defineService({
  name: 'billing',
  streams: [creditEvents],
  routes: [routes],
  projections: [],
  reactors: () => [],
  errors: { ...orderErrors, ...creditErrors, 'account/unknown': accountErrors['account/unknown'] },
});
