import { defineWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import { emptyRolesSchema } from '../tools/without-roles.ts';
import type { ChangeActivities } from './allowed-changes.activities.ts';

const allowed = z.object({ threadId: z.string(), messageId: z.string(), accountId: z.string(), roles: emptyRolesSchema });

/** Time for the deciding process to execute the changes itself, milliseconds. */
const patience = 10_000;

/** Ensures that allowed changes are executed, even when the deciding process dies. */
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
