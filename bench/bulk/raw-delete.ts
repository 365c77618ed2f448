import { createPool } from '@waystory/infra/postgres/pool.ts';
import { columnName } from '@waystory/infra/projection-store/postgres/columns.ts';
import { tableName } from '@waystory/infra/projection-store/postgres/expressions.ts';
import type pg from 'pg';
import { type Block, measure } from '../harness/measure.ts';

/** The same without the product: copies of its tables with their indexes, and one transaction that deletes rows and adds an event for each. */
export interface RawDelete {
  block: Block;
  close(): Promise<void>;
}

const table = 'raw_posts';
const ofStory = columnName('itineraryId');
const added = `insert into raw_events (position, id, stream, version, type, schema, data, meta, created_at)
  select row_number() over (), gen_random_uuid(), 'post-' || id, 2, 'PostDeleted', 1, '{}', jsonb_build_object('actorId', null, 'commandId', gen_random_uuid()), now()
  from ${table} where ${ofStory} = $1`;
const deleted = `delete from ${table} where ${ofStory} = $1`;

/** `posts` is the physical name of the collection, `story` the one whose posts are copied before each block. */
export async function rawDelete(database: pg.PoolConfig, posts: string, story: string, count: number, pids: readonly number[]): Promise<RawDelete> {
  const pool = createPool(database, { max: 1 });
  await pool.query('set statement_timeout = 0');
  await pool.query(`create table ${table} (like ${tableName(posts)} including all)`);
  await pool.query('create table raw_events (like events including all)');
  await pool.query(`create table raw_template as select * from ${tableName(posts)} where ${ofStory} = '${story}'`);
  await pool.query(`alter table raw_events alter column position drop identity if exists`);
  return {
    block: async () => {
      await pool.query(`truncate ${table}, raw_events`);
      await pool.query(`insert into ${table} select * from raw_template`);
      await pool.query(`analyze ${table}`);
      return measure(async () => {
        const begin = performance.now();
        await pool.query('begin');
        const events = await pool.query(added, [story]);
        const rows = await pool.query(deleted, [story]);
        await pool.query('commit');
        const took = performance.now() - begin;
        if (events.rowCount !== count || rows.rowCount !== count) throw new Error(`${rows.rowCount} of ${count} posts were deleted`);
        return { operations: count, seconds: took / 1000, p50: took, p99: took };
      }, pids);
    },
    close: () => pool.end(),
  };
}
