import type pg from 'pg';
import { archiveChunks } from '../archive/archive-line.ts';
import type { Blobs } from '../blobs/port.ts';
import type { Position } from '../event-store/port.ts';
import { appendedChannel, appendLock, eventStoreSteps } from '../event-store/postgres/schema.ts';
import { addKeysSql, personalDataSteps } from '../personal-data/postgres.ts';
import { migrate } from '../postgres/migrate.ts';
import { asPostgresError } from '../postgres/pool.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { type Backup, filesIn, openBackup } from './backup-folder.ts';
import { type KeptBlob, restoreBlob } from './kept-blobs.ts';
import { advanceSequences, filledTables, type KeptTable, type KeptTables, makeTablesOf, putRows, readKeys } from './kept-tables.ts';
import { firstBrokenSegment, readLog } from './log-segments.ts';
import { readState } from './manifest.ts';
import { type LogVocabulary, type RestorePoint, restorePoint } from './restore-point.ts';
import { type BackupKey, BackupRefused, damageOf } from './sealed-file.ts';

/** Maximum number of damaged files in an error message. */
const mostNamed = 10;

/**
 * Verifies every file of a backup.
 * @throws BackupRefused with the names of missing or damaged files.
 */
export async function verifyBackup(backup: Backup): Promise<{ files: number; bytes: number }> {
  const broken = firstBrokenSegment(backup.manifest.segments);
  if (broken) throw new BackupRefused('backup/damaged', `The backup is damaged: ${broken.name} does not follow what comes before it`);
  const files = filesIn(backup);
  const damages: string[] = [];
  for (const file of files) {
    const damage = await damageOf(backup.vault, file);
    if (damage) damages.push(`${file.name} ${damage}`);
  }
  if (damages.length > 0) {
    const more = damages.length > mostNamed ? [`${damages.length - mostNamed} more`] : [];
    throw new BackupRefused('backup/damaged', `The backup is damaged: ${[...damages.slice(0, mostNamed), ...more].join('; ')}`);
  }
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Number of concurrent blob uploads. */
const lanes = 8;

export interface RestoreOptions {
  folder: string;
  key: BackupKey;
  target: RestoreTarget;
  words: LogVocabulary;
  /** End of the restored log; the whole log when unset. */
  until?: Date | undefined;
  tell: (line: string) => void;
}

/** Empty engines to restore into. */
export interface RestoreTarget {
  pool: pg.Pool;
  blobs: Pick<Blobs, 'list' | 'put'>;
  /** Name prefix of the blobs in the backup. */
  blobPrefix: string;
  tables: readonly KeptTables[];
  /** Names of existing read models and other derived data, which would belong to another log. */
  derived: () => Promise<readonly string[]>;
}

export interface RestoreReport {
  events: number;
  /** Number of appended erasures, of accounts that were deleted after the requested time. */
  erasures: number;
  blobs: number;
  bytes: number;
  seconds: number;
  /** Time of the last event, ISO 8601; null for the whole log. */
  lastAt: string | null;
  asOf: string;
  /** Token issuer, which determines account ids. */
  issuer: string;
}

/**
 * Restores a backup into empty engines, completely or not at all. After a failure, only blobs and empty tables may remain, which a retry reuses.
 * @throws BackupRefused for a missing, damaged or newer backup, another key, no event up to `until`, or engines with data.
 */
export async function restoreBackup({ folder, key, target, words, until, tell }: RestoreOptions): Promise<RestoreReport> {
  const began = performance.now();
  const backup = await openBackup(folder, key);
  const { files, bytes } = await verifyBackup(backup);
  tell(`${files} files of the backup are what was written (${inMegabytes(bytes)} MB)`);
  const point = until ? await restorePoint(backup, until, words) : null;
  await mustBeEmpty(backup, target);
  await makeTables(backup, target);
  const blobs = wantedBlobs(backup, point);
  await putBlobs(backup, target, blobs, tell);
  const put = await takeOver(backup, target, { point, words, tell });
  for (const { owner, steps } of target.tables) if (backup.manifest.steps[owner]) await migrate(target.pool, owner, steps);
  const { asOf, issuer } = backup.manifest;
  return { ...put, blobs: blobs.length, bytes, seconds: (performance.now() - began) / 1_000, lastAt: point?.lastAt ?? null, asOf, issuer };
}

export const inMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

async function mustBeEmpty({ blobs }: Backup, target: RestoreTarget): Promise<void> {
  const log = [
    { name: 'events', key: 'position' },
    { name: 'personal_keys', key: 'account_id' },
  ];
  const filled = await filledTables(target.pool, [{ owner: 'log', steps: [], tables: log }, ...target.tables]);
  // Blobs of this backup may remain from an interrupted attempt.
  for await (const name of target.blobs.list(target.blobPrefix)) if (!blobs.has(name)) filled.push(`the blob ${name}`);
  filled.push(...(await target.derived()));
  if (filled.length === 0) return;
  const [first, ...others] = filled;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  throw new BackupRefused('backup/target-not-empty', `A backup is restored into empty engines only, and there is ${first}${more}`);
}

async function makeTables({ manifest: { steps } }: Backup, { pool, tables }: RestoreTarget): Promise<void> {
  await migrate(pool, 'event-store', eventStoreSteps);
  await migrate(pool, 'personal-data', personalDataSteps);
  for (const kept of tables) {
    const then = steps[kept.owner];
    if (then) await makeTablesOf(pool, kept, then);
  }
}

/** Blobs of the restored events. A log with an earlier end names fewer blobs, and a blob without an event could never be deleted. */
function wantedBlobs({ blobs }: Backup, point: RestorePoint | null): KeptBlob[] {
  const all = [...blobs.values()];
  return point ? all.filter(({ name }) => point.blobs.has(name.slice(0, name.lastIndexOf('/') + 1))) : all;
}

async function putBlobs({ vault }: Backup, { blobs }: RestoreTarget, wanted: readonly KeptBlob[], tell: RestoreOptions['tell']): Promise<void> {
  const waiting = wanted.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      // All workers take from one iterator.
      for (const blob of waiting) await restoreBlob(vault, blobs, blob);
    }),
  );
  if (wanted.length > 0) tell(`${wanted.length} blobs are back`);
}

interface TakeOver extends Pick<RestoreOptions, 'words' | 'tell'> {
  point: RestorePoint | null;
}

/** Inserts log, keys and table rows in one transaction. */
async function takeOver(
  backup: Backup,
  { pool, tables }: RestoreTarget,
  { point, words, tell }: TakeOver,
): Promise<Pick<RestoreReport, 'events' | 'erasures'>> {
  const taking = inTransaction(pool, async (client) => {
    await client.query('set local statement_timeout = 0');
    await client.query(`select pg_advisory_xact_lock(${appendLock})`);
    if ((await client.query('select 1 from events limit 1')).rowCount)
      throw new BackupRefused('backup/target-not-empty', 'Somebody wrote to the log while the backup was looked at');
    const events = await putEvents(client, backup, point?.upTo ?? Number.MAX_SAFE_INTEGER, (so) => tell(`${so} events so far`));
    const erasures = point ? await putErasures(client, point) : 0;
    await putKeys(client, backup, words.erasure);
    await putTables(
      client,
      backup,
      tables.filter(({ owner }) => backup.manifest.steps[owner]).flatMap((kept) => kept.tables),
    );
    await settleLog(client);
    return { events, erasures };
  });
  return taking.catch((error: unknown) => {
    throw asPostgresError(error);
  });
}

const fields = '(position bigint, stream text, version bigint, id uuid, type text, schema int, at timestamptz, data jsonb, meta jsonb)';
/** Positions are kept, so that waiting clients and later backups find the same events. */
const insertSql = `insert into events (position, stream, version, id, type, schema, created_at, data, meta) overriding system value
  select position, stream, version, id, type, schema, at, data, meta from json_to_recordset($1) as ${fields} where position <= $2 order by position`;
/** Appends a later erasure to its stream, unless the account does not exist at the restored time. */
const eraseSql = `insert into events (stream, version, id, type, schema, created_at, data, meta)
  select e.stream, last.version + 1, e.id, e.type, e.schema, e.at, e.data, e.meta from json_to_recordset($1) as e${fields}
  cross join lateral (select version, type from events l where l.stream = e.stream order by version desc limit 1) last where last.type <> e.type`;
/** Destroys the keys of accounts that the log erases, because the backup may be older than the destruction. */
const destroySql = `update personal_keys k set key = null from events e
  where e.type = $1 and k.account_id = e.data ->> $2 and k.life < e.version and k.key is not null`;

/** Called with the number of inserted events. */
type Told = (events: number) => void;

/** Inserts events of a backup in order, up to a position. */
async function putEvents(client: pg.PoolClient, { vault, manifest }: Backup, upTo: Position, told: Told): Promise<number> {
  let events = 0;
  for await (const lines of archiveChunks(readLog(vault, manifest))) {
    const { rowCount } = await client.query({ name: 'backup/events', text: insertSql, values: [`[${lines.join()}]`, upTo] });
    events += rowCount ?? 0;
    if ((rowCount ?? 0) < lines.length) break;
    told(events);
  }
  await advanceSequences(client, 'events');
  return events;
}

/** Appends later erasures one by one, because an account may have been created again between two of them. */
async function putErasures(client: pg.PoolClient, { erasures }: Pick<RestorePoint, 'erasures'>): Promise<number> {
  let put = 0;
  for (const line of erasures) put += (await client.query({ name: 'backup/erasure', text: eraseSql, values: [`[${line}]`] })).rowCount ?? 0;
  return put;
}

/** Inserts keys, except the keys that an erasure in the log destroys. */
async function putKeys(client: pg.PoolClient, { vault, manifest }: Backup, { type, owner }: LogVocabulary['erasure']): Promise<void> {
  for await (const lines of readKeys(vault, manifest.keys)) await client.query(addKeysSql, [`[${lines.join()}]`]);
  await client.query(destroySql, [type, owner]);
}

/** Inserts rows of tables without a port. */
async function putTables(client: pg.PoolClient, { vault, manifest }: Backup, tables: readonly KeptTable[]): Promise<void> {
  for await (const lines of readState(vault, manifest.tables)) await putRows(client, lines);
  for (const { name } of tables) await advanceSequences(client, name);
}

/** Updates statistics and wakes consumers after the bulk insert. */
async function settleLog(client: pg.PoolClient): Promise<void> {
  await client.query('analyze events, personal_keys');
  await client.query(`notify ${appendedChannel}`);
}
