import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { createLog } from '@waystory/infra/log.ts';
import { workflowsOn } from '@waystory/infra/workflows/port.ts';
import { ordersInLog } from '../billing/order/orders-in-log.ts';
import { reconcile } from '../billing/reconciliation/reconcile.ts';
import { choosePayments } from '../payments.ts';
import { runOnEngines, UsageError } from './on-engines.ts';

/**
 * `npm run reconcile`: compares orders with Stripe, reports differences, and records missed Stripe events and overdue orders for the running product.
 */
await runOnEngines(async (engines, config) => {
  const payments = await choosePayments(config, engines, createLog('warn'));
  if (!payments) throw new UsageError('There is no Stripe to ask: set STRIPE_SECRET_KEY');
  const { events } = engines;
  const services = { commands: createCommandHandler(events), events, payments, workflows: workflowsOn(engines.workflows) };
  const now = new Date();
  const {
    lines,
    events: seen,
    missed,
    overdue,
  } = await reconcile(services, await ordersInLog(events), now, `reconciliation-at-${now.toISOString()}`);
  for (const line of lines) console.log(line);
  console.log(`${seen} events at Stripe, ${missed} of them had not come; ${overdue} orders stood still`);
  return 0;
});
