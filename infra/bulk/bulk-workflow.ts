import { z } from 'zod';
import { defineWorkflow, StepFailed, type StepOptions, type Workflow } from '../workflows/workflow.ts';
import type { BulkActivities } from './bulk-activities.ts';

/** `position` is the log position of the job's start; reads include everything before it. */
const bulkInput = z.object({ jobId: z.string(), position: z.int() });
export type BulkInput = z.output<typeof bulkInput>;

/** Retries for some minutes, because an engine may be unavailable. */
const patiently: StepOptions = { attempts: 12, backoff: 200, timeout: 60_000 };

/** Workflow name of a context's jobs. */
export const bulkWorkflowName = (context: string): string => `bulk-${context}`;

/** Executes a job page by page until its end or a cancellation. */
export const bulkWorkflow = (context: string, module: string): Workflow<BulkActivities, BulkInput, null> =>
  defineWorkflow<BulkActivities>()({
    name: bulkWorkflowName(context),
    module,
    input: bulkInput,
    async run(ctx, { jobId, position }) {
      try {
        let ids = await ctx.step('nextPage', { jobId, position, after: null }, patiently);
        for (let page = 1; ids.length > 0; page++) {
          // The next page is looked up while this one is applied.
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
