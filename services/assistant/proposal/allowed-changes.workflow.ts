import { defineWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import { withoutRoles } from '../tools/without-roles.ts';
import type { ChangeActivities } from './allowed-changes.activities.ts';

const allowed = z.object({ threadId: z.string(), messageId: z.string(), accountId: z.string(), roles: withoutRoles });

/** The process that took a decision carries it out; so long it is left to that, milliseconds. */
const patience = 10_000;

/** Sees that what was allowed is carried out, whatever becomes of the process that took the decision. */
export const allowedChangesWorkflow = defineWorkflow<ChangeActivities>()({
  name: 'assistant-allowed-changes',
  module: import.meta.url,
  input: allowed,
  async run(ctx, changes) {
    await ctx.sleep(patience);
    await ctx.step('carryOut', changes, { attempts: 20, backoff: 500, timeout: 120_000 });
    return null;
  },
});
