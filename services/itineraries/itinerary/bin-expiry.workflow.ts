import { defineWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { binEnd } from '@waystory/proto/itineraries/bin.ts';
import { z } from 'zod';
import type { BinExpiryActivities } from './bin-expiry.activities.ts';

const binned = z.object({
  itineraryId: z.string(),
  version: z.int().describe('Of the itinerary, when it was put into the bin'),
  binnedAt: z.string().describe('ISO 8601 UTC'),
});
export type BinnedItinerary = z.output<typeof binned>;

/** Deletes an itinerary when its retention in the bin ends. */
export const binExpiryWorkflow = defineWorkflow<BinExpiryActivities>()({
  name: 'bin-expiry',
  module: import.meta.url,
  input: binned,
  async run(ctx, input) {
    const left = binEnd(input.binnedAt) - (await ctx.now());
    if (left > 0) await ctx.sleep(left);
    await ctx.step('emptyBin', input, { attempts: 20, backoff: 500, timeout: 20_000 });
    return null;
  },
});
