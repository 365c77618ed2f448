import type { CommandContext } from '@waystory/infra/commands/command-handler.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { threadStreamName } from '../thread/thread.ts';

/**
 * Answer id of an earlier equal request by its `Idempotency-Key`; null without one.
 * @throws Rejected `request/key-reused` when the key belongs to another request, `chat/unknown` when the thread was deleted since.
 */
export async function repeatedAnswer(
  events: Pick<EventStore, 'read'>,
  threadId: string,
  { commandId, requestHash }: Pick<CommandContext, 'commandId' | 'requestHash'>,
): Promise<string | null> {
  if (!requestHash) return null;
  const recorded = await events.read(threadStreamName(threadId));
  const begun = recorded.find(({ type, meta }) => type === 'AnswerBegun' && meta.commandId === commandId);
  if (!begun) return null;
  if (begun.meta.requestHash !== requestHash) throw new Rejected('request/key-reused');
  if (recorded.at(-1)?.type === 'ThreadDeleted') throw new Rejected('chat/unknown');
  return String(begun.data.messageId);
}
