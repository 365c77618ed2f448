import type { CommandContext } from '@waystory/infra/commands/command-handler.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { type DataStreamPart, dataStream } from '@waystory/proto/assistant/data-stream.ts';
import type { AnswerOutcome } from '@waystory/proto/assistant/thread.ts';
import { threadEventOf } from '../thread/messages.ts';
import { threadStreamName } from '../thread/thread.ts';

/**
 * Answer id of an earlier request with the same `Idempotency-Key`; null without such a request.
 * @throws Rejected `request/key-reused` when the key belongs to another request, `chat/unknown` when the thread has been deleted.
 */
export async function repeatedAnswerId(
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

/**
 * Last stream part for an answer that did not finish, because its model sent none; null for a finished answer. Without the part, a cut stream looks
 * complete to clients of the AI SDK.
 */
export function lastPartOf(outcome: AnswerOutcome, code: string | null): DataStreamPart | null {
  switch (outcome) {
    case 'FINISHED':
      return null;
    case 'STOPPED':
      return { type: 'finish_message', value: { finishReason: 'other' } };
    case 'FAILED':
      return { type: 'error', value: code ?? 'chat/failed' };
    case 'INTERRUPTED':
      return { type: 'error', value: 'chat/interrupted' };
    default:
      return outcome satisfies never;
  }
}

/** True when the lines contain the last part. */
const holdsLastPart = (lines: string): boolean =>
  lines.split('\n').some((line) => line !== '' && ['finish_message', 'error'].includes(dataStream.decode(line).type));

/** Polling interval of the log, milliseconds, because notifications may be late. */
const lookEvery = 1_000;

/** Stored lines of an answer that another process writes, from its beginning to its end. New lines follow as soon as they are in the log. */
export async function* answerLinesFromLog(
  events: Pick<EventStore, 'read' | 'onAppended'>,
  threadId: string,
  answerId: string,
): AsyncGenerator<string, void, undefined> {
  let news = Promise.withResolvers<void>();
  const tell = (): void => news.resolve();
  const unsubscribe = events.onAppended(tell);
  let isEnded = false;
  try {
    for (let version = 0; ; ) {
      // Created before the read, so that no notification is missed.
      news = Promise.withResolvers<void>();
      const more = await events.read(threadStreamName(threadId), version);
      for (const recorded of more) {
        version = recorded.version;
        const { type, data } = threadEventOf(recorded);
        if (type === 'AnswerWritten' && data.messageId === answerId && data.lines) {
          isEnded ||= holdsLastPart(data.lines);
          yield data.lines;
        }
        const isOver = type === 'AnswerEnded' && data.messageId === answerId;
        if (!isOver && type !== 'ThreadDeleted') continue;
        // The last part is missing when the writing process is gone or could not store it.
        const last = isEnded ? null : isOver ? lastPartOf(data.outcome, data.code) : lastPartOf('STOPPED', null);
        if (last) yield dataStream.encode(last);
        return;
      }
      const timer = setTimeout(tell, lookEvery);
      await news.promise;
      clearTimeout(timer);
    }
  } finally {
    unsubscribe();
  }
}
