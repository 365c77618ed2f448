import { defineWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { WatchActivities } from './answer-watch.activities.ts';

const watched = z.object({ threadId: z.string(), answerId: z.string(), accountId: z.string() });
export type WatchedAnswer = z.output<typeof watched>;

/** How often an answer is looked at, milliseconds. */
const lookEvery = 5_000;
/** An answer takes three minutes at most; what is not over by then never will be by itself. */
const looks = 60;

/** Sees an answer to its end, whatever becomes of the process that writes it: left alone, it is interrupted within 15 s, and its credit given back. */
export const answerWatch = defineWorkflow<WatchActivities>()({
  name: 'assistant-answer-watch',
  module: import.meta.url,
  input: watched,
  async run(ctx, input) {
    for (let look = 1; look <= looks; look++) {
      await ctx.sleep(lookEvery);
      if (await ctx.step('lookAtAnswer', { ...input, isLast: look === looks }, { attempts: 20, backoff: 500, timeout: 20_000 })) return null;
    }
    return null;
  },
});
