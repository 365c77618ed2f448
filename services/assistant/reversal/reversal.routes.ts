import { Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { type BoundRoutes, bindRoutes, requireAccountId } from '@waystory/infra/http/route-handler.ts';
import type { Workflows } from '@waystory/infra/workflows/port.ts';
import type { ChatMessage, ToolInvocation } from '@waystory/proto/assistant/message.ts';
import { answerReversalRoutes } from '@waystory/proto/assistant/reversal.ts';
import { tools } from '@waystory/proto/assistant/tools/registry.ts';
import { toolCallCause } from '@waystory/proto/kit/cause.ts';
import { messagesOf, reversalIn } from '../thread/messages.ts';
import { threadStream, threadStreamName } from '../thread/thread.ts';
import { idleThread, requireOwnAccount } from '../thread/thread-access.ts';
import type { RecordedReversal } from './reversal.activities.ts';
import { reversalWorkflow } from './reversal.workflow.ts';

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined; // as: it has this member

/** Calls of write tools in an answer, except calls with incomplete arguments, which were never executed. */
const writingCalls = ({ toolInvocations }: ChatMessage): ToolInvocation[] =>
  toolInvocations.filter(({ toolName, state }) => state !== 'partial-call' && tools[toolName].effect === 'write');

/** Id of the itinerary that a call wrote to; null after a failure or without a result. */
function itineraryOf({ toolName, args }: Pick<ToolInvocation, 'toolName' | 'args'>, result: unknown): string | null {
  if (result === undefined || result === null || fieldOf(result, 'error') !== undefined) return null;
  const id = toolName === 'create_itinerary' ? fieldOf(result, 'id') : fieldOf(args, 'itineraryId');
  return typeof id === 'string' ? id : null;
}

/** Routes for reversing the changes of an answer. */
export const reversalRoutesOn = (events: Pick<EventStore, 'read'>): BoundRoutes =>
  bindRoutes(answerReversalRoutes, {
    reverseAnswer: async (request, { commands, workflows }) => {
      const { params, body, principal } = request;
      requireOwnAccount(params, principal);
      const { id: threadId, messageId } = params;
      const thread = idleThread((await commands.load(threadStream, threadId)).state, principal);
      const message = answerIn(messagesOf(await events.read(threadStreamName(threadId))), messageId);
      const before = thread.reversals[messageId] ?? { number: 0, reversed: false, causes: [] };
      if (before.reversed === body.reversed) {
        const { restored = [], left = [] } = reversalIn(message) ?? {};
        return { body: { messageId, reversed: before.reversed, restored, left } };
      }
      const calls = writingCalls(message);
      const itineraryIds = await itinerariesOf(threadId, calls, workflows);
      if (itineraryIds.length === 0) throw new Rejected('chat/nothing-changed');
      const number = before.number + 1;
      const run = `reversal:${threadId}:${messageId}:${number}`;
      // A reapplication writes new events, so their cause is reversed together with the causes of the calls.
      const causes = body.reversed ? [...calls.map(({ toolCallId }) => toolCallCause(threadId, toolCallId)), ...before.causes] : before.causes;
      const of = { threadId, messageId, number, reversed: body.reversed, accountId: requireAccountId(request), roles: [] };
      await workflows.start(reversalWorkflow, run, { ...of, itineraryIds, causes });
      const { position, ...answer } = (await workflows.result(run)) as RecordedReversal; // as: the result of this workflow
      return { body: answer, position };
    },
  });

function answerIn(messages: readonly ChatMessage[], messageId: string): ChatMessage {
  const message = messages.find(({ id, role }) => id === messageId && role === 'assistant');
  if (!message) throw new Rejected('chat/answer-unknown');
  return message;
}

/** Distinct itineraries that the calls wrote to. A running tool outlives its stopped turn, so it is awaited. */
async function itinerariesOf(threadId: string, calls: readonly ToolInvocation[], workflows: Workflows): Promise<string[]> {
  const resultOf = async (call: ToolInvocation): Promise<unknown> => {
    if (call.state === 'result') return call.result;
    const run = toolCallCause(threadId, call.toolCallId);
    return (await workflows.status(run)) ? workflows.result(run).catch(() => null) : null;
  };
  const ids = await Promise.all(calls.map(async (call) => itineraryOf(call, await resultOf(call))));
  return [...new Set(ids.filter((id) => id !== null))];
}
