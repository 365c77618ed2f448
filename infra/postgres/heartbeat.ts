import type pg from 'pg';

const everyMs = 2_000;
const answerWithinMs = 3_000;

/** `pg` supports a timeout per query, but its types omit it. */
const question: pg.QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: answerWithinMs };

/**
 * Sends heartbeats over an otherwise idle connection, which may die silently. Calls `lost` at most 5 seconds after the last answer; a second pending
 * heartbeat may call it again. Returns the stop function; keeps no process alive.
 */
export function startHeartbeat(ask: (query: pg.QueryConfig) => Promise<unknown>, lost: () => void): () => void {
  const timer = setInterval(() => {
    ask(question).catch(() => {
      clearInterval(timer);
      lost();
    });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
