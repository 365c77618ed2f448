import type pg from 'pg';
import { migrate, migratedTables } from '../postgres/migrate.ts';
import { type Processes, type ProcessRecord, processRetentionMs } from './port.ts';

const steps = [`create table processes (id text primary key, told_at timestamptz not null, record jsonb not null)`] as const;

const sql = {
  tell: `with forgotten as (delete from processes where told_at < $2::timestamptz - interval '${processRetentionMs} milliseconds' and id <> $1)
    insert into processes (id, told_at, record) values ($1, $2, $3)
    on conflict (id) do update set told_at = excluded.told_at, record = excluded.record`,
  list: `select record from processes order by record ->> 'startedAt', id`,
} as const;

/** Registry in a small Postgres table, created at the first use. The caller closes the pool. */
export function postgresProcesses(pool: pg.Pool): Processes {
  const { query } = migratedTables(pool, () => migrate(pool, 'processes', steps));
  return {
    tell: async (record) => {
      await query(sql.tell, [record.id, record.toldAt, JSON.stringify(record)]);
    },
    list: async () => (await query<{ record: ProcessRecord }>(sql.list)).map(({ record }) => record),
    close: async () => {},
  };
}
