import { EngineUnavailable } from '../../errors.ts';

/** Concurrent calls: the server takes 100 per connection, and subscriptions need some. */
const atOnce = 64;
/** Grace after the client's own deadline, milliseconds, for steps without one, such as finding a cluster's leader. */
const graceMs = 1_000;

/** gRPC status codes of an unavailable, slow or stopping server: cancelled, deadline, aborted, internal, unavailable. */
const awayCodes: readonly unknown[] = [1, 4, 10, 13, 14];
/** Resources exhausted: too many calls, which is temporary, unless the size of this call is meant. */
const exhausted = 8;
const tooLarge = /message (exceeds|larger)/i;
/** Messages of client errors without a code: a connection dropped during a call, or no reachable node of the cluster. */
const awayMessages = /^(Channel has been shut down|Failed to discover)/;

/** Runs a call to the server with bounded concurrency and a time limit. */
export type Calls = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Bounds the calls of one connection.
 * @param answerWithinMs Longest wait for a turn, and then for the answer, milliseconds.
 * @throws EngineUnavailable when the server is unavailable or misses the limit.
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

/** gRPC status code of an error. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Kind of an error, from the client's `type`. */
export const kindOf = (error: unknown): unknown => (error instanceof Error && 'type' in error ? error.type : undefined);

/** Converts errors of an unavailable or slow server to EngineUnavailable; other errors pass unchanged. */
function asEventStoreDbError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  const busy = code === exhausted && !tooLarge.test(error.message);
  const away = busy || awayCodes.includes(code) || kindOf(error) === 'not-leader' || awayMessages.test(error.message);
  return away ? new EngineUnavailable('EventStoreDB', error) : error;
}
