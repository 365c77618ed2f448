import { createHash } from 'node:crypto';
import type pg from 'pg';
import { asPostgresError } from '../postgres/unavailable.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

export type Run = <R extends pg.QueryResultRow>(statement: Statement) => Promise<R[]>;

/** A statement is kept planned from this use on; what is asked once or twice would only fill the memory of the server. */
const hotAfter = 3;
/** Each connection holds at most so many plans. Callers shape the filters, so their number has no bound of its own. */
const plansKept = 300;
const textsCounted = 5_000;

/** Runs statements on a pool after `ready`; frequent ones are prepared under a name that depends on nothing but their text. */
export function statements(pool: pg.Pool, ready: () => Promise<void>): Run {
  const name = names();
  return async <R extends pg.QueryResultRow>({ text, values }: Statement) => {
    try {
      await ready();
      return (await pool.query<R>({ name: name(text), text, values })).rows;
    } catch (error) {
      throw asPostgresError(error);
    }
  };
}

/** Answers the name of a text once it is hot. */
function names(): (text: string) => string | undefined {
  const kept = new Map<string, string>();
  const uses = new Map<string, number>();
  return (text) => {
    const name = kept.get(text);
    if (name !== undefined || kept.size >= plansKept) return name;
    const count = (uses.get(text) ?? 0) + 1;
    if (uses.size >= textsCounted) uses.clear();
    uses.set(text, count);
    if (count < hotAfter) return undefined;
    uses.delete(text);
    const hash = `projections/${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    kept.set(text, hash);
    return hash;
  };
}
