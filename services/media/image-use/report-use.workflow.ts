import { defineWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { ReportUseActivities } from './report-use.activities.ts';

/** Reports the use of an image to its provider, and gives up after 4 attempts. */
export const reportUseWorkflow = defineWorkflow<ReportUseActivities>()({
  name: 'report-image-use',
  module: import.meta.url,
  input: z.object({ downloadUrl: z.string() }),
  run: async (ctx, { downloadUrl }) => ctx.step('report', { downloadUrl }, { attempts: 4, backoff: 60_000, timeout: 10_000 }),
});
