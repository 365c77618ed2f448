import { defineWorkflow, StepFailed } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { OrderActivities } from './order.activities.ts';
import { updateLedger } from './see-to-ledger.ts';

const told = z.object({
  orderId: z.string().nullable().describe('Null when what Stripe told names only the payment'),
  sessionId: z.string().nullable(),
  paymentIntentId: z.string().nullable(),
});

/** Retry of an unavailable Stripe: backoff from one minute to one hour, for a week. */
const [firstPause, lastPause, attempts] = [60_000, 3_600_000, 170];

/**
 * Handles news of an order outside its checkout: refunds requested here or made at Stripe, disputes, late payments. It reads the current state at
 * Stripe, and updates the order before the ledger.
 */
export const orderUpdateWorkflow = defineWorkflow<OrderActivities>()({
  name: 'order-update',
  module: import.meta.url,
  input: told,
  async run(ctx, { orderId: named, sessionId, paymentIntentId }) {
    for (let [attempt, pause] = [0, firstPause]; attempt < attempts; attempt++) {
      try {
        const orderId = await ctx.step('knownOrder', { orderId: named, paymentIntentId }, { attempts: 5, backoff: 500, timeout: 40_000 });
        // The event belongs to another product that is sold through the same Stripe account.
        if (orderId === null) return null;
        const order = await ctx.step('followPayment', { orderId, sessionId, isLate: false }, { attempts: 5, backoff: 500, timeout: 40_000 });
        if (order.isPaid) await updateLedger(ctx, orderId);
        return null;
      } catch (error) {
        if (!(error instanceof StepFailed)) throw error;
        await ctx.sleep(pause);
        pause = Math.min(pause * 2, lastPause);
      }
    }
    return null;
  },
});
