import { defineWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { EraseCopies } from './erase-copies.activities.ts';

const minute = 60_000;
/** Pauses between two looks, milliseconds: runs that go on, and what was under way in that moment, are over by one of them. */
const pauses = [10_000, minute, 10 * minute, 60 * minute, 24 * 60 * minute];

/**
 * Removes what hangs on no event: ended workflows of an account that was deleted, and what the sandbox of payments keeps of its customer.
 * The account is named `of`, so that this run is none of those that it removes.
 */
export const eraseCopiesWorkflow = defineWorkflow<EraseCopies>()({
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
