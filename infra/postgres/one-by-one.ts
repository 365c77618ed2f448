import type pg from 'pg';

export type RunQuery = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/** Queues statements of several callers, because a connection takes one at a time. */
export function oneByOne(client: pg.Client): RunQuery {
  let last: Promise<unknown> = Promise.resolve();
  return (query) => {
    const response = last.then(() => client.query(query));
    last = response.catch(() => {});
    return response;
  };
}
