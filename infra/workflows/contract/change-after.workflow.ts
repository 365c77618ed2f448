import { z } from 'zod';
import { defineWorkflow } from '../workflow.ts';

export type ChangeActivities = {
  note(input: { run: string; word: string }): Promise<string>;
};

/** The workflow `contract-change` in a later release, with a patch. */
export const contractChangeAfter = defineWorkflow<ChangeActivities>()({
  name: 'contract-change',
  module: import.meta.url,
  input: z.null(),
  run: async (ctx) => {
    const first = await ctx.step('note', { run: ctx.id, word: 'first' });
    const said = (await ctx.patched('newer')) ? ['new', 'newer'] : ['old'];
    const words = [first];
    for (const word of said) words.push(await ctx.step('note', { run: ctx.id, word }));
    await ctx.waitForSignal('go', 60_000);
    return words;
  },
});
