import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { newId } from '@waystory/infra/identifier.ts';
import type { Workflows } from '@waystory/infra/workflows/port.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { proposedChangesOf } from '@waystory/proto/assistant/proposed-change.ts';
import { messagesOf } from '../thread/messages.ts';
import { threadStream, threadStreamName } from '../thread/thread.ts';
import { runToolCall } from '../tools/run-tool-call.ts';
import type { ToolCall } from '../tools/tool-call.workflow.ts';
import { placesLookedUp } from '../turn/history.ts';

export interface ChangeServices {
  commands: CommandHandler;
  events: Pick<EventStore, 'read'>;
  workflows: Workflows;
}

/** Allowed changes of an answer. */
export interface AllowedChanges {
  threadId: string;
  messageId: string;
  accountId: string;
  roles: never[];
}

/**
 * Executes the allowed changes that have no result yet, in the model's order, and stores results in the thread. Idempotent, also when run
 * concurrently: each call executes once.
 */
export async function carryOutChanges(changes: AllowedChanges, { commands, events, workflows }: ChangeServices): Promise<void> {
  const { threadId, messageId, accountId } = changes;
  const messages = messagesOf(await events.read(threadStreamName(threadId)));
  const places = Object.fromEntries(placesLookedUp(messages));
  for (const { toolCallId, toolName: tool, args } of waiting(messages, messageId)) {
    const call: ToolCall = { tool, args: args as ToolCall['args'], accountId, roles: [], places }; // as: checked before the proposal
    const result = JSON.stringify(await runToolCall(workflows, threadId, toolCallId, call));
    const context = { actorId: accountId, now: new Date().toISOString(), commandId: newId() };
    await commands.execute(threadStream, threadId, [{ type: 'RecordChange', messageId, toolCallId, result }], context);
  }
}

const waiting = (messages: readonly ChatMessage[], messageId: string) =>
  messages
    .filter(({ id }) => id === messageId)
    .flatMap(proposedChangesOf)
    .flatMap(({ call, decision }) => (decision === 'ALLOWED' && call.state === 'call' ? [call] : []));
