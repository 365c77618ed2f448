import type pg from 'pg';
import { cacheRegistry } from '../cache-registry.ts';
import { migrate, migratedTables } from '../postgres/migrate.ts';

/** An answer of an open service with its time, epoch milliseconds. */
export interface CachedAnswer {
  text: string;
  answeredAt: number;
}

/** Cache of answers from open services with their age, so that no request is repeated while its answer is current. */
export interface AnswerCache {
  read(key: string): Promise<CachedAnswer | null>;
  keep(key: string, answer: CachedAnswer): Promise<void>;
}

/** Cache in process memory, with a limit in bytes. For installations without a Postgres. */
export function memoryAnswerCache(): AnswerCache {
  const cache = cacheRegistry.cache<string, CachedAnswer>('open answers', { sizeOf: ({ text }) => 2 * text.length });
  return { read: async (key) => cache.get(key) ?? null, keep: async (key, answer) => cache.set(key, answer) };
}

const steps = [
  'create table open_answers (key text primary key, answer text not null, answered_at timestamptz not null)',
  'create index open_answers_age on open_answers (answered_at)',
] as const;

/** Retention of answers, days. Each write deletes some of the older answers. */
const forgottenAfter = 180;
/** Most expired answers deleted per write, so that no statement takes long. */
const forgottenAtOnce = 20;

const sql = {
  read: 'select answer, extract(epoch from answered_at) * 1000 as at from open_answers where key = $1',
  keep: `with old as (select key from open_answers where answered_at < now() - interval '${forgottenAfter} days' order by answered_at limit ${forgottenAtOnce}),
    forgotten as (delete from open_answers where key in (select key from old) and key <> $1)
    insert into open_answers (key, answer, answered_at) values ($1, $2, to_timestamp($3 / 1000.0))
    on conflict (key) do update set answer = excluded.answer, answered_at = excluded.answered_at`,
} as const;

/** Cache in a Postgres table, created at the first use and shared by all processes. The caller closes the pool. */
export function postgresAnswerCache(pool: pg.Pool): AnswerCache {
  const { query } = migratedTables(pool, () => migrate(pool, 'open-answers', steps));
  return {
    read: async (key) => {
      const [row] = await query<{ answer: string; at: string }>(sql.read, [key]);
      return row ? { text: row.answer, answeredAt: Number(row.at) } : null;
    },
    keep: async (key, { text, answeredAt }) => {
      await query(sql.keep, [key, text, answeredAt]);
    },
  };
}
