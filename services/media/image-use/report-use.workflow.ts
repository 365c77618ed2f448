import { defineWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { ReportUse } from './report-use.activities.ts';

/** Tells the provider of an image that it was chosen; after some tries it is let be. */
export const reportUseWorkflow = defineWorkflow<ReportUse>()({
  name: 'report-image-use',
  module: import.meta.url,
  input: z.object({ downloadUrl: z.string() }),
  run: async (ctx, { downloadUrl }) => ctx.step('report', { downloadUrl }, { attempts: 4, backoff: 60_000, timeout: 10_000 }),
});
