import { StepFailed, type WorkflowContext } from '@waystory/infra/workflows/workflow.ts';
import type { OrderActivities } from './order.activities.ts';

/** Exponential backoff between attempts, milliseconds. */
const [firstPause, lastPause] = [5_000, 3_600_000];
/** Most attempts: they last a month, and operators are alerted long before. */
const attempts = 700;

/** Brings the ledger to the state of a paid order. Without an account the payment is refunded instead. */
export async function updateLedger(ctx: WorkflowContext<OrderActivities>, orderId: string): Promise<void> {
  for (let [attempt, pause] = [0, firstPause]; attempt < attempts; attempt++) {
    // The second attempt is immediate: without an account the first one only started the refund.
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
