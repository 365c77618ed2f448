import { EngineUnavailable } from '@waystory/infra/errors.ts';
import type { OpenServices } from '@waystory/infra/host/service.ts';
import { system } from '@waystory/infra/identity/principal.ts';
import { repeatEvery } from '@waystory/infra/waiting.ts';
import { orders } from '../order/orders.projection.ts';
import { reconciliationWorkflow } from './reconciliation.workflow.ts';

/** Interval of the reconciliation, milliseconds. */
const every = 5 * 60_000;

/** Starts the reconciliation at intervals, once for all processes, unless no order was ever placed. */
export function keepReconciling({ workflows, readSide, log }: Pick<OpenServices, 'workflows' | 'readSide' | 'log'>): { stop(): Promise<void> } {
  const begin = async (): Promise<void> => {
    try {
      const [sold] = await readSide.forRequest(system, 0).walk(orders, null, null, 1);
      const turn = Math.floor(Date.now() / every);
      if (sold) await workflows.start(reconciliationWorkflow, `reconciliation:${turn}`, { turn });
    } catch (error) {
      const isAway = error instanceof EngineUnavailable;
      log[isAway ? 'info' : 'warn']({ err: error }, 'Stripe was not asked for what did not come; it is tried again');
    }
  };
  return repeatEvery(every, begin);
}
