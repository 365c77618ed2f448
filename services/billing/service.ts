import { defineService } from '@waystory/infra/host/service.ts';
import { bindWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { accountErrors } from '@waystory/proto/accounts/account.ts';
import { creditErrors, creditEvents } from '@waystory/proto/billing/credit.ts';
import { orderErrors } from '@waystory/proto/billing/order.ts';
import { routes as reservationRoutes } from './credit/reservation.routes.ts';
import { expiryActivities } from './credit/reservation-expiry.activities.ts';
import { expireReservations } from './credit/reservation-expiry.reactor.ts';
import { reservationExpiry } from './credit/reservation-expiry.workflow.ts';
import { routes as orderRoutes } from './order/order.routes.ts';

export const billingService = defineService({
  name: 'billing',
  streams: [creditEvents],
  routes: [orderRoutes, reservationRoutes],
  projections: [],
  reactors: (services) => [expireReservations(services)],
  workflows: (services) => [bindWorkflow(reservationExpiry, expiryActivities(services))],
  errors: { ...orderErrors, ...creditErrors, 'account/unknown': accountErrors['account/unknown'] },
});
