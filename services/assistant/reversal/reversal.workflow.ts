import { defineWorkflow, StepFailed } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import { withoutRoles } from '../tools/without-roles.ts';
import type { ReversalActivities, StoryReversal } from './reversal.activities.ts';

const reversal = z.object({
  threadId: z.string(),
  messageId: z.string(),
  /** The how manieth of this answer it is, from 1. */
  number: z.int(),
  /** Whether the answer is taken back; else it is done again. */
  reversed: z.boolean(),
  /** For whom it is. */
  accountId: z.string(),
  roles: withoutRoles,
  itineraryIds: z.array(z.string()),
  /** What the events came of that are to be reversed. */
  causes: z.array(z.string()),
});
export type AskedReversal = z.output<typeof reversal>;

/** What could not be asked for is left as it is. */
const refused = (itineraryId: string): StoryReversal => ({
  cause: null,
  restored: [],
  left: [{ kind: 'itinerary', id: itineraryId, title: null, number: null, fields: [], reason: 'REFUSED' }],
});

/**
 * Takes back what an answer changed, or does it again, under the id `reversal:<threadId>:<messageId>:<number>`: once, story by story, and whatever
 * becomes of the process that was asked for it, the thread tells in the end what came of it.
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
