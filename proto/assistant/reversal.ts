import { z } from 'zod';
import { reversedEntity, unreversedEntity } from '../itineraries/reversal.ts';
import { id } from '../kit/field.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** Result of the last reversal or reapplication of an answer: the restored entities, and those that stay changed. */
export const reversalOutcome = z.object({ restored: z.array(reversedEntity), left: z.array(unreversedEntity) });
export type ReversalOutcome = z.output<typeof reversalOutcome>;

export const answerReversal = reversalOutcome.extend({
  messageId: id,
  reversed: z.boolean().describe('What it changed is taken back. As before when nothing could be restored'),
});
export type AnswerReversal = z.output<typeof answerReversal>;

/** Annotation of a reversed answer. */
export const reversalAnnotation = reversalOutcome.extend({ type: z.literal('reversal'), reversed: z.boolean() });
export type ReversalAnnotation = z.output<typeof reversalAnnotation>;

export const answerReversalRoutes = defineRoutes({
  reverseAnswer: route.put(
    '/accounts/:accountId/chats/:id/answers/:messageId/reversal',
    'Take back what an answer changed, or do it again; what was written over since stays, and is named',
    'chats.write',
    {
      params: z.object({ accountId: id, id, messageId: id }),
      body: z.object({ reversed: z.boolean().describe('false does it again') }),
      reply: answerReversal,
      errors: ['chat/unknown', 'chat/answer-unknown', 'chat/nothing-changed', 'chat/turn-running'],
    },
  ),
});
