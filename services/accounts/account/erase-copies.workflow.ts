import { defineWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { EraseCopiesActivities } from './erase-copies.activities.ts';

const minute = 60_000;
/** Pauses between passes, milliseconds. Work that was in progress at the deletion has ended before the last pass. */
const pauses = [10_000, minute, 10 * minute, 60 * minute, 24 * 60 * minute];

/**
 * Removes data without events: ended workflows of a deleted account, and its customer in the payment sandbox. The input field is `of` instead of
 * `accountId`, so that the run does not remove itself.
 */
export const eraseCopiesWorkflow = defineWorkflow<EraseCopiesActivities>()({
  name: 'erase-copies',
  module: import.meta.url,
  input: z.object({ of: z.uuid() }),
  run: async (ctx, { of }) => {
    const look = () => ctx.step('eraseCopies', { of }, { attempts: 20, backoff: 500, timeout: 150_000 });
    await look();
    for (const pause of pauses) {
      await ctx.sleep(pause);
      await look();
    }
    return null;
  },
});
