import { defineWorkflow, StepFailed } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import { emptyRolesSchema } from '../tools/without-roles.ts';
import type { ReversalActivities, StoryReversal } from './reversal.activities.ts';

const reversal = z.object({
  threadId: z.string(),
  messageId: z.string(),
  /** Number of this reversal or reapplication of the answer, from 1. */
  number: z.int(),
  /** True to reverse, false to reapply. */
  reversed: z.boolean(),
  /** Account of the user. */
  accountId: z.string(),
  roles: emptyRolesSchema,
  itineraryIds: z.array(z.string()),
  /** Causes of the events to reverse. */
  causes: z.array(z.string()),
});
export type ReversalRequest = z.output<typeof reversal>;

/** Result for a story whose reversal failed; the story is unchanged. */
const refused = (itineraryId: string): StoryReversal => ({
  cause: null,
  restored: [],
  left: [{ kind: 'itinerary', id: itineraryId, title: null, number: null, fields: [], reason: 'REFUSED' }],
});

/**
 * Reverses or reapplies the changes of an answer, once under `reversal:<threadId>:<messageId>:<number>`, story by story.
 * The thread records the result even when the requesting process dies.
 */
export const reversalWorkflow = defineWorkflow<ReversalActivities>()({
  name: 'assistant-reversal',
  module: import.meta.url,
  input: reversal,
  async run(ctx, { itineraryIds, causes, ...asked }) {
    const { accountId, roles } = asked;
    const stories: StoryReversal[] = [];
    for (const itineraryId of itineraryIds) {
      const key = `${ctx.id}:${itineraryId}`;
      try {
        stories.push(await ctx.step('reverseStory', { itineraryId, causes, accountId, roles, key }, { attempts: 6, backoff: 200, timeout: 30_000 }));
      } catch (error) {
        if (!(error instanceof StepFailed)) throw error;
        stories.push(refused(itineraryId));
      }
    }
    return ctx.step('recordReversal', { ...asked, stories }, { attempts: 12, backoff: 200, timeout: 20_000 });
  },
});
