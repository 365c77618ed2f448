import { defineWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { SuspensionActivities } from './suspension.activities.ts';

const suspended = z.object({
  accountId: z.string(),
  version: z.int().describe('Of the account with the suspension'),
  until: z.string().describe('ISO 8601 UTC'),
});
export type EndingSuspension = z.output<typeof suspended>;

/** Ends a suspension at its time. */
export const suspensionWorkflow = defineWorkflow<SuspensionActivities>()({
  name: 'account-suspension',
  module: import.meta.url,
  input: suspended,
  async run(ctx, input) {
    const left = Date.parse(input.until) - (await ctx.now());
    if (left > 0) await ctx.sleep(left);
    await ctx.step('endSuspension', input, { attempts: 20, backoff: 500, timeout: 20_000 });
    return null;
  },
});
