import { defineWorkflow, StepFailed } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { ReconciliationActivities } from './reconciliation.activities.ts';

/** Compares the inbox with Stripe's event list once per turn, whichever process starts it. */
export const reconciliationWorkflow = defineWorkflow<ReconciliationActivities>()({
  name: 'reconciliation',
  module: import.meta.url,
  input: z.object({ turn: z.number() }),
  async run(ctx, { turn }) {
    try {
      return await ctx.step('reconcileWithStripe', { turn }, { attempts: 3, backoff: 2_000, timeout: 120_000 });
    } catch (error) {
      // The next turn repeats the comparison.
      if (error instanceof StepFailed) return null;
      throw error;
    }
  },
});
