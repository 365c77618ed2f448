import { z } from 'zod';
import { id } from '../kit/field.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { chatMessage } from './message.ts';
import { changeDecision } from './thread.ts';
import { callsPerTurn } from './tools/tool.ts';

/** Annotation of a proposed change: a write call after a web page was read. The call has no result before the user decides. */
export const proposalAnnotation = z.object({ type: z.literal('proposal'), toolCallId: id });
export type ProposalAnnotation = z.output<typeof proposalAnnotation>;

/** Annotation with the user's decision. */
export const decisionAnnotation = z.object({ type: z.literal('decision'), toolCallIds: z.array(id), decision: changeDecision });
export type DecisionAnnotation = z.output<typeof decisionAnnotation>;

export const proposalRoutes = defineRoutes({
  decideChanges: route.post(
    '/chat/:threadId/decisions',
    'Allow or decline changes that the last answer proposes after it has read a page; the same decision twice is one',
    'chats.write',
    {
      params: z.object({ threadId: id }),
      body: z.strictObject({ toolCallIds: z.array(id).min(1).max(callsPerTurn), decision: changeDecision }),
      reply: chatMessage.describe('The answer, with what came of its changes'),
      statuses: [200],
      errors: ['chat/unknown', 'chat/turn-running', 'chat/change-unknown', 'chat/decision-taken'],
    },
  ),
});
