import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type pg from 'pg';
import { type CacheRegistry, cacheRegistry } from '../../cache-registry.ts';
import { asPostgresError, connectionLifetimeMs } from '../../postgres/pool.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

export type RunStatement = <R extends pg.QueryResultRow>(statement: Statement) => Promise<R[]>;

/** Number of executions from which a statement is prepared; plans of rarer statements would only fill the server's memory. */
const hotAfter = 3;
/**
 * Most statements prepared per connection lifetime, because callers shape filters without a bound. Each connection thus keeps at most twice as many
 * plans.
 */
const plansKept = 300;
/** Longest prepared statement, characters. The product's own statements have up to 8,000, and a plan takes many times its text. */
const longestPrepared = 10_000;

/** Runs statements on a pool after `ready`. Frequent statements are prepared under a name that depends only on their text. */
export function statements(pool: pg.Pool, ready: () => Promise<void>, options: NamesOptions = {}): RunStatement {
  const name = names(options);
  return async <R extends pg.QueryResultRow>({ text, values }: Statement) => {
    try {
      await ready();
      return (await pool.query<R>({ name: name(text), text, values })).rows;
    } catch (error) {
      throw asPostgresError(error);
    }
  };
}

interface NamesOptions {
  /** Clock, milliseconds. */
  now?: () => number;
  memory?: CacheRegistry;
}

/**
 * Returns the prepared name of a frequent statement. After each connection lifetime, when no older connection is left, all names are dropped, and the
 * next frequent statements get one.
 */
function names({ now = Date.now, memory = cacheRegistry }: NamesOptions): (text: string) => string | undefined {
  const kept = new Map<string, string>();
  const uses = memory.cache<number, number>('statements', { sizeOf: () => 0 });
  let since = now();
  return (text) => {
    if (text.length > longestPrepared) return undefined;
    if (now() - since > connectionLifetimeMs) {
      kept.clear();
      since = now();
    }
    const name = kept.get(text);
    if (name !== undefined || kept.size >= plansKept) return name;
    const hash = crc32(text);
    const count = (uses.get(hash) ?? 0) + 1;
    uses.set(hash, count);
    if (count < hotAfter) return undefined;
    const given = `projections/${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    kept.set(text, given);
    return given;
  };
}
