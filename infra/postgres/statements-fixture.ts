import pg from 'pg';

/** What the connections of this process are asked, one text after the other. */
export interface WatchedStatements {
  texts: string[];
  /** How many of them match, and forgets them all. */
  take(matching?: RegExp): number;
  end(): void;
}

/** Asked of connections that wait for something, whether they still live. */
const heartbeats = 'select 1';

const textOf = (asked: unknown): string => (typeof asked === 'object' && asked !== null && 'text' in asked ? String(asked.text) : String(asked));

/** Watches every connection to Postgres of this process, but for their heartbeats. */
export function watchStatements(): WatchedStatements {
  const { query } = pg.Client.prototype;
  const texts: string[] = [];
  pg.Client.prototype.query = new Proxy(query, {
    apply(target, client, [asked, ...more]: unknown[]) {
      const text = textOf(asked);
      if (text !== heartbeats) texts.push(text);
      return Reflect.apply(target, client, [asked, ...more]);
    },
  });
  return {
    texts,
    take: (matching = /./) => texts.splice(0).filter((text) => matching.test(text)).length,
    end: () => {
      pg.Client.prototype.query = query;
    },
  };
}
