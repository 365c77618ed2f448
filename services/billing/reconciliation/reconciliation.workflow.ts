import { defineWorkflow, StepFailed } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { ReconciliationActivities } from './reconciliation.activities.ts';

/** What came of Stripe is compared with what Stripe has, once for each turn of the clock, whatever process begins it. */
export const reconciliationWorkflow = defineWorkflow<ReconciliationActivities>()({
  name: 'reconciliation',
  module: import.meta.url,
  input: z.object({ turn: z.number() }),
  async run(ctx, { turn }) {
    try {
      return await ctx.step('reconcileWithStripe', { turn }, { attempts: 3, backoff: 2_000, timeout: 120_000 });
    } catch (error) {
      // The next turn finds the same and more.
      if (error instanceof StepFailed) return null;
      throw error;
    }
  },
});
