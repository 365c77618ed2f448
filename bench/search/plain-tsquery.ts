import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import type { CorpusDoc } from './corpus.ts';
import { type Find, indexAsked, shown } from './searched-corpus.ts';

/** Full text search as Postgres brings it: a weighted vector, an index, all words, best rank first. */
export interface PlainTsquery {
  add(batch: readonly CorpusDoc[]): Promise<void>;
  /** Makes the indexes and takes statistics. */
  complete(): Promise<void>;
  find: Find;
  close(): Promise<void>;
}

const table = (kind: CorpusDoc['kind']): string => `plain_${kind}`;

const insert = (kind: CorpusDoc['kind']): string => `insert into ${table(kind)} (id, visibility, words)
  select id, visibility, setweight(to_tsvector('simple', title || ' ' || place), 'A') || setweight(to_tsvector('simple', city), 'B')
    || setweight(to_tsvector('simple', country), 'C') || setweight(to_tsvector('simple', description), 'D')
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    as t(id, visibility, title, place, city, country, description)`;

const select = (kind: CorpusDoc['kind']): string => `select id from ${table(kind)}, plainto_tsquery('simple', $1) query
  where words @@ query and visibility = 'PUBLIC' order by ts_rank(words, query) desc, id limit ${shown}`;

export async function plainTsquery(config: pg.PoolConfig): Promise<PlainTsquery> {
  const pool = createPool(config, { max: 2 });
  for (const kind of ['itinerary', 'stop'] as const)
    await pool.query(`create table ${table(kind)} (id text collate "C" primary key, visibility text not null, words tsvector not null)`);
  return {
    add: async (batch) => {
      for (const [kind, docs] of Map.groupBy(batch, (doc) => doc.kind)) {
        const fields = ['id', 'visibility', 'title', 'place', 'city', 'country', 'description'] as const;
        await pool.query({ text: insert(kind), values: fields.map((field) => docs.map((doc) => doc[field])) });
      }
    },
    complete: async () => {
      const client = await pool.connect();
      const patiently = (text: string): pg.QueryConfig => ({ text, query_timeout: 600_000 }) as pg.QueryConfig; // the limit per query is missing in the types of pg
      await client.query('set statement_timeout = 0');
      for (const kind of ['itinerary', 'stop'] as const) await client.query(patiently(`create index on ${table(kind)} using gin (words)`));
      await client.query(patiently('vacuum analyze'));
      client.release(true);
    },
    find: async (question) => (await pool.query<{ id: string }>(select(indexAsked(question)), [question.q])).rows.map(({ id }) => id),
    close: () => pool.end(),
  };
}
