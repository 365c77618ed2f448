import type pg from 'pg';
import { uuid } from '../harness/numbered-ids.ts';

export const columns = 'id, stream, version, type, schema, data, meta, created_at';
export const meta = `jsonb_build_object('actorId', null, 'commandId', gen_random_uuid())`;
export const at = `timestamptz '2026-01-01' + n * interval '1 millisecond'`;

/** $1 stories, each by somebody else. */
export const stories = `insert into events (${columns})
select gen_random_uuid(), 'itinerary-' || ${uuid('5707e000', 'n')}, 1, 'ItineraryCreated', 1, jsonb_build_object('title', 'Story ' || n, 'shortDescription', null,
  'imageUrl', null, 'imageId', null, 'highlights', '[]'::jsonb, 'description', null, 'countryIds', '[]'::jsonb,
  'accountId', ${uuid('5d0a6f3e', 'n')}, 'visibility', 'PUBLIC'), ${meta}, ${at}
from generate_series(0::bigint, $1::bigint - 1) n order by n`;

const posts = `insert into events (${columns})
select gen_random_uuid(), 'post-' || ${uuid('b0570000', 'n')}, 1, 'PostCreated', 1, jsonb_build_object('text', 'Buy followers at this address, number ' || n, 'imageUrl', null,
  'accountId', ${uuid('5d0a6f3e', 'n % 1000')}, 'postableType', 'itinerary', 'postableId', ${uuid('5707e000', 'n / $2::bigint')},
  'itineraryId', ${uuid('5707e000', 'n / $2::bigint')}), ${meta}, ${at}
from generate_series(0::bigint, $1::bigint * $2::bigint - 1) n order by n`;

/** A statement that may take an hour. */
export const patiently = (text: string, values: unknown[] = []): pg.QueryConfig => ({ text, values, query_timeout: 3_600_000 }) as pg.QueryConfig; // the limit per query is missing in the types of pg

/** Writes stories with so many comments each into an empty log. */
export async function fillPosts(pool: pg.Pool, count: number, postsEach: number): Promise<void> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(patiently(stories, [count]));
  await client.query(patiently(posts, [count, postsEach]));
  await client.query(patiently('vacuum analyze events'));
  client.release(true);
}
