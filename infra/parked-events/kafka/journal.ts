import { type KafkaAddress, kafkaClient, within } from '../../bus/kafka/client.ts';
import { createRepeater } from '../../bus/repeater.ts';
import { EngineUnavailable } from '../../errors.ts';
import { openSession, type Session } from './session.ts';
import type { Fact, ParkedState } from './state.ts';

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
  const tell = (): void => {
    for (const told of subscribers) told();
  };
  // A connection that is lost shows in what was asked over it.
  const open = async (): Promise<Session> => openSession(await openClient(() => {}), topic, tell);
  const sessions = createSessions(open, tell, () => follower.request());
  // As long as somebody wants to be told, there is a session.
  const follow = async (): Promise<void> => {
    if (subscribers.size > 0) await sessions.current();
  };
  const follower = createRepeater(follow, () => {}, closing.signal);
  return {
    read: () =>
      call(sessions, async ({ catchUp, state }) => {
        await catchUp();
        return state;
      }),
    write: (facts) => call(sessions, ({ write }) => write(facts)),
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
      await sessions.close();
    },
  };
}

interface Sessions {
  current(): Promise<Session>;
  close(): Promise<void>;
}

function createSessions(open: () => Promise<Session>, opened: () => void, broken: () => void): Sessions {
  let current: Promise<Session> | null = null;
  let closed = false;
  const begin = (): Promise<Session> => {
    const own = open();
    current = own;
    const drop = (): void => {
      if (current === own) current = null;
    };
    void own.then(async (session) => {
      opened();
      await session.broken;
      drop();
      broken();
      await session.close();
    }, drop);
    return own;
  };
  return {
    current: async () => {
      if (closed) throw new Error('It is closed');
      const used = current ?? begin();
      const session = await used;
      if (!session.isStale()) return session;
      session.break(new Error('It has not read for too long'));
      if (current === used) current = null;
      return current ?? begin();
    },
    close: async () => {
      closed = true;
      const ended = Promise.resolve(current).then((session) => {
        session?.break(new Error('It is closed'));
        return session?.close();
      });
      await within(closeWithinMs, ended).catch(() => {});
    },
  };
}

/** Does work on the session within a time limit; a session on which it fails is not used again. */
async function call<T>(sessions: Sessions, work: (session: Session) => Promise<T>): Promise<T> {
  let fail = (_: unknown): void => {};
  const done = sessions.current().then((open) => {
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
  error instanceof Error && error.name === 'KafkaJSProtocolError' && 'retriable' in error && !error.retriable;
