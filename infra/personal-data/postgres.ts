import type pg from 'pg';
import { migrate, migratedTables } from '../postgres/migrate.ts';
import type { PersonalKey, PersonalKeys } from './port.ts';

interface Row {
  account_id: string;
  life: number;
  key: Buffer | null;
}

const columns = 'account_id, life::float8, key';
/** Adds missing keys, also from archives. Parameter: JSON list of accountId, life and the key in base64. */
export const addKeysSql = `insert into personal_keys (account_id, life, key)
  select k."accountId", k.life, decode(k.key, 'base64') from json_to_recordset($1) as k("accountId" text, life bigint, key text)
  on conflict do nothing`;

const sql = {
  read: `select ${columns} from personal_keys where account_id = any($1::text[])`,
  add: addKeysSql,
  destroy: `with destroyed as (update personal_keys set key = null where account_id = $1 and life < $2)
    insert into personal_keys (account_id, life, key)
    select $1, 0, null where not exists (select 1 from personal_keys where account_id = $1) on conflict (account_id, life) do update set key = null`,
  list: `select ${columns} from personal_keys where (account_id, life) > ($1, $2) and key is not null order by personal_keys.account_id, personal_keys.life limit $3`,
} as const;

const keyOf = ({ account_id, life, key }: Row): PersonalKey => ({ accountId: account_id, life, key });

/** Keys in Postgres. The caller closes the pool. The table is created at the first use. */
export function postgresPersonalKeys(pool: pg.Pool): PersonalKeys {
  const tables = migratedTables(pool, () => migrate(pool, 'personal-data', personalDataSteps));
  const query = (name: keyof typeof sql, values: unknown[]): Promise<Row[]> =>
    tables.query<Row>({ name: `personal-data/${name}`, text: sql[name], values });
  return {
    read: async (accountIds) => (await query('read', [accountIds])).map(keyOf),
    add: async (keys) => {
      await query('add', [JSON.stringify(keys.map(({ key, ...place }) => ({ ...place, key: key?.toString('base64') ?? null })))]);
    },
    destroy: async (accountId, below) => {
      await query('destroy', [accountId, below]);
    },
    list: async ({ accountId, life }, limit) => (await query('list', [accountId, life, limit])).map(keyOf),
    close: async () => {},
  };
}

/** Migration steps; new steps are only appended. Collation C, so that every database sorts alike. */
export const personalDataSteps: readonly string[] = [
  `create table personal_keys (
     account_id text collate "C",
     life bigint,
     key bytea,
     primary key (account_id, life)
   )`,
];
