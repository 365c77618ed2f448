import pg from 'pg';

/** Statement with its parameters, as sent to the server. */
export interface SentStatement {
  text: string;
  values: unknown[];
}

/** Statements of this process's connections, in order. */
export interface WatchedStatements {
  asked: SentStatement[];
  /** Returns the number of matching statements and clears the record. */
  take(matching?: RegExp): number;
  end(): void;
}

/** Statement of the heartbeat over idle connections. */
const heartbeat = 'select 1';

function askedOf(query: unknown, values: unknown): SentStatement {
  const config: { text?: unknown; values?: unknown } = typeof query === 'object' && query !== null ? query : { text: query, values };
  return { text: String(config.text), values: Array.isArray(config.values) ? config.values : [] };
}

/** Records the statements of all Postgres connections of this process, except heartbeats. */
export function watchStatements(): WatchedStatements {
  const { query } = pg.Client.prototype;
  const asked: SentStatement[] = [];
  pg.Client.prototype.query = new Proxy(query, {
    apply(target, client, given: unknown[]) {
      const one = askedOf(given[0], given[1]);
      if (one.text !== heartbeat) asked.push(one);
      return Reflect.apply(target, client, given);
    },
  });
  return {
    asked,
    take: (matching = /./) => asked.splice(0).filter(({ text }) => matching.test(text)).length,
    end: () => {
      pg.Client.prototype.query = query;
    },
  };
}
