import { z } from 'zod';
import { defineWorkflow, StepFailed, type StepOptions, type Workflow } from '../workflows/workflow.ts';
import type { BulkActivities } from './bulk-activities.ts';

/** `position` is where the job stands in the log: whatever was there before is seen. */
const bulkInput = z.object({ jobId: z.string(), position: z.int() });
export type BulkInput = z.output<typeof bulkInput>;

/** An engine may be away for some minutes: tried again for as long. */
const patiently: StepOptions = { attempts: 12, backoff: 200, timeout: 60_000 };

/** Name of the workflow by which a context does its jobs. */
export const bulkName = (context: string): string => `bulk-${context}`;

/** The course of a job: a page after the other until there is none, or somebody cancels. */
export const bulkWorkflow = (context: string, module: string): Workflow<BulkActivities, BulkInput, null> =>
  defineWorkflow<BulkActivities>()({
    name: bulkName(context),
    module,
    input: bulkInput,
    async run(ctx, { jobId, position }) {
      try {
        let ids = await ctx.step('nextPage', { jobId, position, after: null }, patiently);
        for (let page = 1; ids.length > 0; page++) {
          // The page after is looked for while this one is worked on.
          const applied = ctx.step('applyPage', { jobId, page, ids }, patiently);
          const following = ctx.step('nextPage', { jobId, position, after: ids.at(-1) ?? null }, patiently);
          [, ids] = await Promise.all([applied, following]);
        }
        await ctx.step('endJob', { jobId, code: null }, patiently);
      } catch (error) {
        if (!(error instanceof StepFailed)) throw error;
        await ctx.step('endJob', { jobId, code: error.code }, patiently);
      }
      return null;
    },
  });
