import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { dataStream } from '@waystory/proto/assistant/data-stream.ts';
import { threadEventOf } from '../thread/messages.ts';
import { threadStreamName } from '../thread/thread.ts';
import { holdsLastPart, lastPartOf } from '../turn/last-part.ts';

/** Polling interval of the log, milliseconds, because notifications may be late. */
const lookEvery = 1_000;

/** Lines of an answer that another process writes, from its beginning to its end, as they are stored. */
export async function* answerInLog(
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
        // The writing process is gone, or could not store the end.
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
