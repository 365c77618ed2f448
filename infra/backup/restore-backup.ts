import type pg from 'pg';
import type { Blobs } from '../blobs/port.ts';
import { appendLock, eventStoreSteps } from '../event-store/postgres/schema.ts';
import { personalDataSteps } from '../personal-data/postgres/schema.ts';
import { migrate } from '../postgres/migrate.ts';
import { inTransaction } from '../postgres/transaction.ts';
import { asPostgresError } from '../postgres/unavailable.ts';
import { type Backup, openBackup } from './backup-folder.ts';
import type { BackupKey } from './backup-key.ts';
import { BackupRefused } from './backup-refused.ts';
import { type KeptBlob, putBlob } from './kept-blobs.ts';
import { filledTables, type KeptTables, makeTablesOf } from './kept-tables.ts';
import { putErasures, putEvents, putKeys, putTables, settleLog } from './restore-log.ts';
import { type LogWords, type RestorePoint, restorePoint } from './restore-point.ts';
import { verifyBackup } from './verify-backup.ts';

/** Blobs that are put back at once. */
const lanes = 8;

export interface Restore {
  folder: string;
  key: BackupKey;
  target: Target;
  words: LogWords;
  /** The log is restored up to this moment; all of it when unset. */
  until?: Date | undefined;
  tell: (line: string) => void;
}

/** What is restored into: engines in which nothing is. */
export interface Target {
  pool: pg.Pool;
  blobs: Pick<Blobs, 'list' | 'put'>;
  /** Blobs that a backup keeps begin with it. */
  blobPrefix: string;
  tables: readonly KeptTables[];
  /** What else is there that follows from a log, by name: it would be of another one. */
  derived: () => Promise<readonly string[]>;
}

export interface RestoreReport {
  events: number;
  /** Erasures that came after the moment that was asked for. */
  erasures: number;
  blobs: number;
  bytes: number;
  seconds: number;
  /** Of the last event, ISO 8601; unknown when all of the log was asked for. */
  lastAt: string | null;
  asOf: string;
  /** Of those who signed in: the ids of their accounts follow from it. */
  issuer: string;
}

/**
 * Restores a backup into empty engines: all of it or nothing, but for blobs, which a second attempt puts again.
 * @throws BackupRefused before anything is touched: when a file is damaged, the key is another one, or something is there already.
 */
export async function restoreBackup({ folder, key, target, words, until, tell }: Restore): Promise<RestoreReport> {
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

async function mustBeEmpty({ blobs }: Backup, target: Target): Promise<void> {
  const log = [
    { name: 'events', key: 'position' },
    { name: 'personal_keys', key: 'account_id' },
  ];
  const filled = await filledTables(target.pool, [{ owner: 'log', steps: [], tables: log }, ...target.tables]);
  // Those of the backup itself were put by an attempt that broke off.
  for await (const name of target.blobs.list(target.blobPrefix)) if (!blobs.has(name)) filled.push(`the blob ${name}`);
  filled.push(...(await target.derived()));
  if (filled.length === 0) return;
  const [first, ...others] = filled;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  throw new BackupRefused('backup/target-not-empty', `A backup is restored into empty engines only, and there is ${first}${more}`);
}

async function makeTables({ manifest: { steps } }: Backup, { pool, tables }: Target): Promise<void> {
  await migrate(pool, 'event-store', eventStoreSteps);
  await migrate(pool, 'personal-data', personalDataSteps);
  for (const kept of tables) {
    const then = steps[kept.owner];
    if (then) await makeTablesOf(pool, kept, then);
  }
}

/** A log that ends earlier speaks of fewer blobs; one that nothing speaks of would be nobody's to delete. */
function wantedBlobs({ blobs }: Backup, point: RestorePoint | null): KeptBlob[] {
  const all = [...blobs.values()];
  return point ? all.filter(({ name }) => point.blobs.has(name.slice(0, name.lastIndexOf('/') + 1))) : all;
}

async function putBlobs({ vault }: Backup, { blobs }: Target, wanted: readonly KeptBlob[], tell: Restore['tell']): Promise<void> {
  const waiting = wanted.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      // The lanes share what they take from.
      for (const blob of waiting) await putBlob(vault, blobs, blob);
    }),
  );
  if (wanted.length > 0) tell(`${wanted.length} blobs are back`);
}

interface TakeOver extends Pick<Restore, 'words' | 'tell'> {
  point: RestorePoint | null;
}

/** Log, keys and tables in one transaction. */
async function takeOver(
  backup: Backup,
  { pool, tables }: Target,
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
