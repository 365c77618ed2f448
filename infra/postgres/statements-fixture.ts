import pg from 'pg';

/** One statement, as it was sent. */
export interface Asked {
  text: string;
  values: unknown[];
}

/** What the connections of this process are asked, in order. */
export interface WatchedStatements {
  asked: Asked[];
  /** How many of them match, and forgets them all. */
  take(matching?: RegExp): number;
  end(): void;
}

/** Asked of connections that wait for something, whether they still live. */
const heartbeat = 'select 1';

function askedOf(query: unknown, values: unknown): Asked {
  const config: { text?: unknown; values?: unknown } = typeof query === 'object' && query !== null ? query : { text: query, values };
  return { text: String(config.text), values: Array.isArray(config.values) ? config.values : [] };
}

/** Watches every connection to Postgres of this process, but for their heartbeats. */
export function watchStatements(): WatchedStatements {
  const { query } = pg.Client.prototype;
  const asked: Asked[] = [];
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
