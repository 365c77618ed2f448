import { defineWorkflow, StepFailed } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { OrderActivities } from './order.activities.ts';
import { nextCheckoutWait } from './patience.ts';
import { updateLedger } from './see-to-ledger.ts';

/**
 * Workflow of one order, run `checkout:<orderId>`: open a session, await payment, grant credits once, settle the ledger. The run waits for Stripe's
 * event, and reads the session itself after a timeout. Credits that cannot be granted are refunded.
 */
export const checkoutWorkflow = defineWorkflow<OrderActivities>()({
  name: 'checkout',
  module: import.meta.url,
  input: z.object({ orderId: z.string() }),
  async run(ctx, { orderId }) {
    const began = await ctx.now();
    let order = await ctx.step('openCheckout', { orderId }, { attempts: 4, backoff: 1_000, timeout: 40_000 }).catch((error: unknown) => {
      if (!(error instanceof StepFailed)) throw error;
      return ctx.step('failOrder', { orderId, problem: 'UNAVAILABLE' }, { attempts: 20, backoff: 500, timeout: 20_000 });
    });
    let failures = 0;
    while (order.isOpen) {
      const { wait, isOver } = nextCheckoutWait(order, { began, now: await ctx.now(), failures });
      if (isOver) {
        order = await ctx.step('failOrder', { orderId, problem: 'DECLINED' }, { attempts: 20, backoff: 500, timeout: 20_000 });
        break;
      }
      const told = await ctx.waitForSignal<{ sessionId: string | null }>('stripe', wait);
      try {
        const sessionId = told?.sessionId ?? null;
        order = await ctx.step('followPayment', { orderId, sessionId, isLate: told === null }, { attempts: 5, backoff: 500, timeout: 40_000 });
        failures = 0;
      } catch (error) {
        if (!(error instanceof StepFailed)) throw error;
        failures++;
      }
    }
    if (order.isPaid) await updateLedger(ctx, orderId);
    return null;
  },
});
