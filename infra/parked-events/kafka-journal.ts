import { type KafkaAddress, kafkaClient, within } from '../bus/kafka-client.ts';
import { createRepeater } from '../bus/repeater.ts';
import { EngineUnavailable } from '../event-store/port.ts';
import { openSession, type Session, UnfitTopic } from './kafka-session.ts';
import type { Fact, ParkedState } from './kafka-state.ts';

/** Longest wait for an answer, milliseconds. */
const answerWithinMs = 10_000;
const closeWithinMs = 3_000;

/** The topic as every process sees it. */
export interface Journal {
  /** What is parked, with everything that was written before the call. Goes on changing by itself. */
  read(): Promise<ParkedState>;
  /** Resolves when the facts are written and read, with whether each meant anything. */
  write(facts: readonly Fact[]): Promise<boolean[]>;
  /** Calls `told` when a request was read, and when some may have been missed. Returns the unsubscribe. */
  onRequest(told: () => void): () => void;
  close(): Promise<void>;
}

/**
 * A session at a time, opened when it is needed and replaced when anything about it fails: a producer that does not know whether it
 * has written would give the next records numbers that the broker takes for old ones.
 */
export function createJournal(address: KafkaAddress, topic: string): Journal {
  const openClient = kafkaClient(address);
  const subscribers = new Set<() => void>();
  const closing = new AbortController();
  let current: Promise<Session> | null = null;

  const tell = (): void => {
    for (const told of subscribers) told();
  };
  const begin = (): Promise<Session> => {
    // A connection that is lost shows in what was asked over it.
    const opened = openClient(() => {}).then((kafka) => openSession(kafka, topic, tell));
    current = opened;
    const drop = (): void => {
      if (current === opened) current = null;
    };
    void opened.then(async (session) => {
      tell();
      await session.broken;
      drop();
      follower.request();
      await session.close();
    }, drop);
    return opened;
  };
  const session = async (): Promise<Session> => {
    if (closing.signal.aborted) throw new Error('It is closed');
    const used = current ?? begin();
    const open = await used;
    if (!open.isStale()) return open;
    open.break(new Error('It has not read for too long'));
    if (current === used) current = null;
    return current ?? begin();
  };
  // As long as somebody wants to be told, there is a session.
  const follower = createRepeater(
    async () => {
      if (subscribers.size > 0) await session();
    },
    () => {},
    closing.signal,
  );
  return {
    read: () =>
      call(session, async ({ catchUp, state }) => {
        await catchUp();
        return state;
      }),
    write: (facts) => call(session, ({ write }) => write(facts)),
    onRequest: (told) => {
      const own = (): void => told();
      subscribers.add(own);
      follower.request();
      return () => {
        subscribers.delete(own);
      };
    },
    close: async () => {
      subscribers.clear();
      closing.abort();
      const closed = Promise.resolve(current).then((open) => {
        open?.break(new Error('It is closed'));
        return open?.close();
      });
      await within(closeWithinMs, closed).catch(() => {});
    },
  };
}

/** Does work on the session within a time limit; a session on which it fails is not used again. */
async function call<T>(session: () => Promise<Session>, work: (session: Session) => Promise<T>): Promise<T> {
  let fail = (_: unknown): void => {};
  const done = session().then((open) => {
    fail = open.break;
    return work(open);
  });
  try {
    return await within(answerWithinMs, done);
  } catch (error) {
    fail(error);
    throw isRefusal(error) || error instanceof EngineUnavailable ? error : new EngineUnavailable('kafka', error);
  }
}

/** The broker answered, and asking again would not help. */
const isRefusal = (error: unknown): boolean =>
  error instanceof UnfitTopic || (error instanceof Error && error.name === 'KafkaJSProtocolError' && 'retriable' in error && !error.retriable);
