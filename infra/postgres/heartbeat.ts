import type pg from 'pg';

const everyMs = 2_000;
const answerWithinMs = 3_000;

/** The limit per query exists in `pg`, though not in its types. */
const question: pg.QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: answerWithinMs };

/**
 * Asks the server again and again over a connection that otherwise only waits, because such a connection may die without a word.
 * Calls `lost` once, at most 5 seconds after the server stopped answering. Returns the stop; keeps no process alive.
 */
export function heartbeat(ask: (query: pg.QueryConfig) => Promise<unknown>, lost: () => void): () => void {
  const timer = setInterval(() => {
    ask(question).catch(() => {
      clearInterval(timer);
      lost();
    });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
