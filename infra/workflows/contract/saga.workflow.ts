import { z } from 'zod';
import { defineWorkflow, StepFailed } from '../workflow.ts';

/** Activities whose effect happens once per idempotency key, however often they are called. */
export type SagaActivities = {
  reserve(input: { key: string }): Promise<{ seat: string }>;
  charge(input: { key: string; seat: string }): Promise<{ receipt: string }>;
  release(input: { key: string; seat: string }): Promise<null>;
};

/** Reserves a seat, waits for the payment signal and charges; compensates by a release when the payment is missing or declined. */
export const contractSaga = defineWorkflow<SagaActivities>()({
  name: 'contract-saga',
  module: import.meta.url,
  input: z.object({ patience: z.number() }),
  run: async (ctx, { patience }) => {
    const tried = { attempts: 3, backoff: 50 };
    const { seat } = await ctx.step('reserve', { key: `${ctx.id}:reserve` }, tried);
    const paid = await ctx.waitForSignal<{ by: string }>('paid', patience);
    try {
      if (!paid) throw new StepFailed('paid', 'timeout', 'Nobody paid');
      const { receipt } = await ctx.step('charge', { key: `${ctx.id}:charge`, seat }, tried);
      return { seat, receipt, by: paid.by };
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      await ctx.step('release', { key: `${ctx.id}:release`, seat }, tried);
      return { seat, undone: error.code };
    }
  },
});
