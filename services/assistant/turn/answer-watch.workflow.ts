import { defineWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { WatchActivities } from './answer-watch.activities.ts';

const watched = z.object({ threadId: z.string(), answerId: z.string(), accountId: z.string() });
export type WatchedAnswer = z.output<typeof watched>;

/** Interval of checks, milliseconds. */
const lookEvery = 5_000;
/** Number of checks: five minutes in total, because an answer takes three minutes at most. */
const looks = 60;

/** Ensures the end of an answer: with a dead writer it is interrupted within 15 s, and its credit returned. */
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
