import type pg from 'pg';
import { chunks } from '../archive/archive-line.ts';
import type { Position } from '../event-store/port.ts';
import { appendedChannel } from '../event-store/postgres/schema.ts';
import { addKeysSql } from '../personal-data/postgres/schema.ts';
import type { Backup } from './backup-folder.ts';
import { readKeys } from './kept-keys.ts';
import { continueNumbers, type KeptTable, putRows } from './kept-tables.ts';
import { readLog } from './log-segments.ts';
import type { LogWords, RestorePoint } from './restore-point.ts';
import { readState } from './state-file.ts';

const fields = '(position bigint, stream text, version bigint, id uuid, type text, schema int, at timestamptz, data jsonb, meta jsonb)';
/** Positions are kept, so that waiting clients and later backups find the same events. */
const insertSql = `insert into events (position, stream, version, id, type, schema, created_at, data, meta) overriding system value
  select position, stream, version, id, type, schema, at, data, meta from json_to_recordset($1) as ${fields} where position <= $2 order by position`;
/** A later erasure is appended to its stream, if the account exists by then. */
const eraseSql = `insert into events (stream, version, id, type, schema, created_at, data, meta)
  select e.stream, last.version + 1, e.id, e.type, e.schema, e.at, e.data, e.meta from json_to_recordset($1) as e${fields}
  cross join lateral (select version, type from events l where l.stream = e.stream order by version desc limit 1) last where last.type <> e.type`;
/** Destroys the keys of accounts that the log erases, because the backup may be older than the destruction. */
const destroySql = `update personal_keys k set key = null from events e
  where e.type = $1 and k.account_id = e.data ->> $2 and k.life < e.version and k.key is not null`;

/** Called with the number of inserted events. */
type Told = (events: number) => void;

/** Inserts events of a backup in order, up to a position. */
export async function putEvents(client: pg.PoolClient, { vault, manifest }: Backup, upTo: Position, told: Told): Promise<number> {
  let events = 0;
  for await (const lines of chunks(readLog(vault, manifest))) {
    const { rowCount } = await client.query({ name: 'backup/events', text: insertSql, values: [`[${lines.join()}]`, upTo] });
    events += rowCount ?? 0;
    if ((rowCount ?? 0) < lines.length) break;
    told(events);
  }
  await continueNumbers(client, 'events');
  return events;
}

/** Appends later erasures one by one, because an account may have returned in between. */
export async function putErasures(client: pg.PoolClient, { erasures }: Pick<RestorePoint, 'erasures'>): Promise<number> {
  let put = 0;
  for (const line of erasures) put += (await client.query({ name: 'backup/erasure', text: eraseSql, values: [`[${line}]`] })).rowCount ?? 0;
  return put;
}

/** Inserts keys, except those that the log says are destroyed. */
export async function putKeys(client: pg.PoolClient, { vault, manifest }: Backup, { type, owner }: LogWords['erasure']): Promise<void> {
  for await (const lines of readKeys(vault, manifest.keys)) await client.query(addKeysSql, [`[${lines.join()}]`]);
  await client.query(destroySql, [type, owner]);
}

/** Inserts rows of tables without a port. */
export async function putTables(client: pg.PoolClient, { vault, manifest }: Backup, tables: readonly KeptTable[]): Promise<void> {
  for await (const lines of readState(vault, manifest.tables)) await putRows(client, lines);
  for (const { name } of tables) await continueNumbers(client, name);
}

/** Updates statistics and wakes consumers after the bulk insert. */
export async function settleLog(client: pg.PoolClient): Promise<void> {
  await client.query('analyze events, personal_keys');
  await client.query(`notify ${appendedChannel}`);
}
