import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { threadEventOf } from '../thread/messages.ts';
import { threadStreamName } from '../thread/thread.ts';

/** The log is looked at so often when nobody says that there is news, milliseconds: what is said of it may come late. */
const lookEvery = 1_000;

/** Lines of an answer that another process writes, from the first on, as they are written down, until it ends. */
export async function* answerInLog(
  events: Pick<EventStore, 'read' | 'onAppended'>,
  threadId: string,
  answerId: string,
): AsyncGenerator<string, void, undefined> {
  let news = Promise.withResolvers<void>();
  const tell = (): void => news.resolve();
  const unsubscribe = events.onAppended(tell);
  try {
    for (let version = 0; ; ) {
      // What is told while the log is read is not missed.
      news = Promise.withResolvers<void>();
      const more = await events.read(threadStreamName(threadId), version);
      for (const recorded of more) {
        version = recorded.version;
        const { type, data } = threadEventOf(recorded);
        if (type === 'AnswerWritten' && data.messageId === answerId && data.lines) yield data.lines;
        if ((type === 'AnswerEnded' && data.messageId === answerId) || type === 'ThreadDeleted') return;
      }
      const timer = setTimeout(tell, lookEvery);
      await news.promise;
      clearTimeout(timer);
    }
  } finally {
    unsubscribe();
  }
}
