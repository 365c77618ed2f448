import { anyProjection, defineService, type OpenServices, type ServiceParts } from '@waystory/infra/host/service.ts';
import { bindWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { accountErrors } from '@waystory/proto/accounts/account.ts';
import { creditErrors, creditEvents } from '@waystory/proto/billing/credit.ts';
import { creditEntryRoutes } from '@waystory/proto/billing/credit-entry.ts';
import { orderErrors, orderEvents, orderRoutes } from '@waystory/proto/billing/order.ts';
import { reconciliationEvents, stripeEventEvents } from '@waystory/proto/billing/stripe-event.ts';
import { orderHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { creditEntriesProjection } from './credit/credit-entries.projection.ts';
import { creditEntryRoutesOn } from './credit/credit-entry.routes.ts';
import { routes as reservationRoutes } from './credit/reservation.routes.ts';
import { expiryActivities } from './credit/reservation-expiry.activities.ts';
import { expireReservations } from './credit/reservation-expiry.reactor.ts';
import { reservationExpiry } from './credit/reservation-expiry.workflow.ts';
import { billingMeasures } from './measures.ts';
import { cancelOrdersWithAccount } from './order/cancel-with-account.reactor.ts';
import { checkoutWorkflow } from './order/checkout.workflow.ts';
import { orderActivitiesOf } from './order/order.activities.ts';
import { orderHistoryRoutesOn, orderRoutesOn } from './order/order.routes.ts';
import { orderUpdateWorkflow } from './order/order-update.workflow.ts';
import { ordersProjection } from './order/orders.projection.ts';
import { startCheckouts } from './order/start-checkouts.reactor.ts';
import { startReconciliation } from './reconciliation/reconcile.ts';
import { reconciliationActivities } from './reconciliation/reconciliation.activities.ts';
import { reconciliationWorkflow } from './reconciliation/reconciliation.workflow.ts';
import { handOnStripeEvents } from './stripe-event/hand-on.reactor.ts';
import { mountWebhook } from './stripe-event/webhook.routes.ts';

export const billingService = defineService({
  name: 'billing',
  streams: [creditEvents, orderEvents, stripeEventEvents, reconciliationEvents],
  routes: [reservationRoutes],
  projections: [anyProjection(ordersProjection), anyProjection(creditEntriesProjection)],
  reactors: (services) => [expireReservations(services), startCheckouts(services), cancelOrdersWithAccount(services), handOnStripeEvents(services)],
  workflows: (services) => [
    bindWorkflow(reservationExpiry, expiryActivities(services)),
    bindWorkflow(checkoutWorkflow, orderActivitiesOf(services)),
    bindWorkflow(orderUpdateWorkflow, orderActivitiesOf(services)),
    bindWorkflow(reconciliationWorkflow, reconciliationActivities(services)),
  ],
  measures: billingMeasures,
  open: openBilling,
  openRoutes: [orderRoutes, creditEntryRoutes, orderHistoryRoutes],
  errors: { ...orderErrors, ...creditErrors, 'account/unknown': accountErrors['account/unknown'] },
});

async function openBilling(services: OpenServices): Promise<ServiceParts> {
  const { config, engines, commands, payments } = services;
  const { events } = engines;
  const reconciling = payments && startReconciliation(services);
  return {
    routes: [orderRoutesOn(config.CREDIT_PACKAGES, events), creditEntryRoutesOn(events), orderHistoryRoutesOn(events)],
    mountWrites: async (app) => {
      if (payments) await mountWebhook(app, { commands, payments, log: services.log });
    },
    stop: async () => reconciling?.stop(),
  };
}
