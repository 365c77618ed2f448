import { defineWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { RemoveFilesActivities } from './remove-files.activities.ts';

/** Removes all files of an account in batches, and retries while the blob store is unavailable. */
export const removeFilesWorkflow = defineWorkflow<RemoveFilesActivities>()({
  name: 'remove-files',
  module: import.meta.url,
  input: z.object({ accountId: z.uuid(), position: z.int() }),
  run: async (ctx, { accountId, position }) => {
    let after = position;
    for (;;) {
      const { left, reached } = await ctx.step('removeSome', { accountId, after }, { attempts: 12, backoff: 500, timeout: 120_000 });
      if (!left) return null;
      after = reached;
    }
  },
});
