import { StepFailed, type WorkflowContext } from '@waystory/infra/workflows/workflow.ts';
import type { OrderActivities } from './order.activities.ts';

/** Pauses between two attempts, milliseconds: each is twice as long as the one before, up to the last. */
const [firstPause, lastPause] = [5_000, 3_600_000];
/** A month of them; whoever looks after the product has been told of it long before. */
const attempts = 700;

/** Brings the ledger to what an order that was paid comes to. What cannot be granted is given back: then there is no account any more. */
export async function seeToLedger(ctx: WorkflowContext<OrderActivities>, orderId: string): Promise<void> {
  for (let [attempt, pause] = [0, firstPause]; attempt < attempts; attempt++) {
    // Once it is only the money of an account that is gone, which goes back at once.
    if (attempt > 1) {
      await ctx.sleep(pause);
      pause = Math.min(pause * 2, lastPause);
    }
    try {
      const { isSettled } = await ctx.step('followOrder', { orderId }, { attempts: 5, backoff: 500, timeout: 20_000 });
      if (isSettled) return;
      await ctx.step('followPayment', { orderId, sessionId: null, isLate: false }, { attempts: 5, backoff: 500, timeout: 40_000 });
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
    }
  }
}
