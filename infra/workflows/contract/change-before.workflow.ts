import { z } from 'zod';
import { defineWorkflow } from '../workflow.ts';

export type ChangeActivities = {
  note(input: { run: string; word: string }): Promise<string>;
};

/** The workflow `contract-change` in an earlier release. */
export const contractChangeBefore = defineWorkflow<ChangeActivities>()({
  name: 'contract-change',
  module: import.meta.url,
  input: z.null(),
  run: async (ctx) => {
    const first = await ctx.step('note', { run: ctx.id, word: 'first' });
    const words = [first, await ctx.step('note', { run: ctx.id, word: 'old' })];
    await ctx.waitForSignal('go', 60_000);
    return words;
  },
});
