import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { orders, unsettledFilter } from '../order/orders.projection.ts';
import { type ReconciliationFindings, reconcile } from './reconcile.ts';

/** Most orders per turn. */
const most = 1_000;

export const reconciliationActivities = ({ engines: { events }, reads, payments, log, ...services }: WorkflowServices) => ({
  async reconcileWithStripe({ turn }: { turn: number }): Promise<Omit<ReconciliationFindings, 'lines'>> {
    if (!payments) return { events: 0, missed: 0, overdue: 0 };
    const waiting = await reads(0).all(orders, unsettledFilter, [], most);
    const { lines, ...found } = await reconcile({ ...services, events, payments }, waiting, new Date(), `reconciliation-${turn}`);
    for (const line of lines) log.warn({ reconciliation: turn }, line);
    return found;
  },
});
export type ReconciliationActivities = ReturnType<typeof reconciliationActivities>;
