import { EngineUnavailable } from '../../errors.ts';

/** Calls under way at once: the server takes 100 on a connection, of which subscriptions need some. */
const atOnce = 64;
/** The client's own deadline comes first; this one is for what it leaves without any, as finding the leader of a cluster. */
const graceMs = 1_000;

/** gRPC status codes of a server that is away, too slow or on its way down: cancelled, deadline, aborted, internal, unavailable. */
const awayCodes: readonly unknown[] = [1, 4, 10, 13, 14];
/** Resources exhausted: too many calls, which passes, unless it is about the size of this one. */
const exhausted = 8;
const tooLarge = /message (exceeds|larger)/i;
/** Messages of the client without a code: the connection was dropped under a call, or no node of the cluster was found. */
const awayMessages = /^(Channel has been shut down|Failed to discover)/;

/** Runs a call to the server, some at once and the others after them, each within its time. */
export type Calls = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Bounds the calls of one connection.
 * @param answerWithinMs longest wait for a turn, and then for the answer, in milliseconds.
 * @throws EngineUnavailable when the server is away or does not answer in time.
 */
export function boundedCalls(answerWithinMs: number): Calls {
  let running = 0;
  const waiting = new Set<() => void>();
  const turn = async (): Promise<void> => {
    if (running < atOnce) {
      running++;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const go = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(go);
      reject(noAnswer(answerWithinMs));
    }, answerWithinMs);
    waiting.add(go);
    await promise;
  };
  const done = (): void => {
    const [next] = waiting;
    if (!next) running--;
    else {
      waiting.delete(next);
      next();
    }
  };
  return async (call) => {
    await turn();
    try {
      return await within(call(), answerWithinMs + graceMs);
    } catch (error) {
      throw asEventStoreDbError(error);
    } finally {
      done();
    }
  };
}

const noAnswer = (ms: number): EngineUnavailable => new EngineUnavailable('EventStoreDB', new Error(`No answer within ${ms} ms`));

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(noAnswer(ms)), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The gRPC status code of an error. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Kind of error, by the `type` that the client gives it. */
export const kindOf = (error: unknown): unknown => (error instanceof Error && 'type' in error ? error.type : undefined);

/** Turns what says that the server is away or too slow into EngineUnavailable; anything else comes back unchanged. */
function asEventStoreDbError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  const busy = code === exhausted && !tooLarge.test(error.message);
  const away = busy || awayCodes.includes(code) || kindOf(error) === 'not-leader' || awayMessages.test(error.message);
  return away ? new EngineUnavailable('EventStoreDB', error) : error;
}
