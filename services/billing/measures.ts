import type { OpenServices } from '@waystory/infra/host/service.ts';
import type { ContextGauge } from '@waystory/infra/http/metrics.ts';
import { systemPrincipal } from '@waystory/infra/identity/principal.ts';
import { eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { ledgerAuditor } from './credit/audit-ledgers.ts';
import { keptAmountOf } from './order/order.ts';
import { orders, unsettledFilter } from './order/orders.projection.ts';
import { isOverdue } from './order/overdue.ts';

/** Upper bound of the counts: above it the exact number does not matter. */
const most = 1_000;

/** Measures of an installation that sells credits. */
export function billingMeasures({ readSide, engines }: Pick<OpenServices, 'readSide' | 'engines'>): readonly ContextGauge[] {
  const reads = () => readSide.forRequest(systemPrincipal, 0);
  const audit = ledgerAuditor(engines.events);
  let auditing: Promise<number> | undefined;
  /** The first audit reads the whole log and may outlast a caller's timeout, so concurrent callers share one audit. */
  const faultsOfLedgers = (): Promise<number> => {
    auditing ??= audit()
      .then(({ faults }) => faults.length)
      .finally(() => {
        auditing = undefined;
      });
    return auditing;
  };
  return [
    {
      name: 'waystory_orders_overdue',
      help: 'Orders that should have gone on by now',
      read: async () => (await reads().all(orders, unsettledFilter, [], most)).filter((order) => isOverdue(order, new Date())).length,
    },
    {
      name: 'waystory_orders_amount_differs',
      help: 'Orders that something else was paid for than they cost, and whose money is still here',
      read: async () => {
        const differing: Filter = { op: 'and', of: [eq('problem', 'AMOUNT_DIFFERS'), eq('status', 'FAILED')] };
        return (await reads().all(orders, differing, [], most)).filter((order) => keptAmountOf(order) > 0).length;
      },
    },
    { name: 'waystory_ledger_faults', help: 'Entries of ledgers of credits that do not add up', read: faultsOfLedgers },
  ];
}
