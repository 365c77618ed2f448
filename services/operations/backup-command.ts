import { join } from 'node:path';
import type { Adapters } from '@waystory/infra/adapters.ts';
import type { Source } from '@waystory/infra/backup/make-backup.ts';
import { inMegabytes } from '@waystory/infra/backup/restore-backup.ts';
import { type BackupReport, type BackupRun, followLog, runBackup } from '@waystory/infra/backup/run-backup.ts';
import { type BackupKey, BackupRefused, backupKeyOf } from '@waystory/infra/backup/sealed-file.ts';
import { type Config, oidcIssuer } from '@waystory/infra/config.ts';
import { runningServer } from '@waystory/infra/postgres/data-dir.ts';
import { keptBlobs, keptTables } from './kept-state.ts';
import { Usage } from './on-engines.ts';
import { seldom } from './progress-lines.ts';

export interface BackupOptions {
  folder: string;
  /** Continues with new events until SIGTERM or Ctrl-C. */
  follow: boolean;
  /** Removes blobs from the backup that are gone from the store, however many. */
  acceptGone: boolean;
}

/** @throws Usage when BACKUP_KEY is not set. */
export function keyFrom({ BACKUP_KEY }: Pick<Config, 'BACKUP_KEY'>): BackupKey {
  if (!BACKUP_KEY)
    throw new Usage(
      'BACKUP_KEY must be set, or BACKUP_KEY_FILE name a file with it: 32 bytes in base64, as `openssl rand -base64 32` prints them. Without it no backup can be read, so keep it, and elsewhere than the backup',
    );
  return backupKeyOf(BACKUP_KEY);
}

/** A following backup must not own the embedded Postgres that the product needs. @throws Usage */
export function mustBeRunning({ DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): void {
  if (!DATABASE_URL && !runningServer(join(DATA_DIR, 'postgres')))
    throw new Usage(`No product runs on ${DATA_DIR}: start it first, or leave out --follow`);
}

/** `npm run db -- backup DIR`: brings a backup up to date, beside a running product or alone. */
export async function backup(engines: Adapters, config: Config, { folder, follow, acceptGone }: BackupOptions): Promise<number> {
  const tell = seldom(console.log);
  const run: BackupRun = { folder, key: keyFrom(config), source: sourceOf(engines, config, acceptGone), tell };
  const report = await refusing(() => (follow ? followLog(run, untilStopped()) : runBackup(run)));
  console.log(closingLine(report));
  for (const line of notIn(config)) console.log(line);
  return 0;
}

/** Refusals of a backup are usage errors, which the operator can fix. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupRefused) throw new Usage(error.message);
    throw error;
  }
}

export function sourceOf(engines: Adapters, config: Config, acceptGone: boolean): Source {
  const onManyGone = (gone: number, of: number): void =>
    console.warn(`${gone} of ${of} blobs are gone at once, as if their disk were not there. They are kept; --accept-gone lets them go`);
  return { ...engines, blobs: { blobs: engines.blobs, prefix: keptBlobs, onManyGone, acceptGone }, tables: keptTables, issuer: oidcIssuer(config) };
}

const closingLine = ({ events, added, blobs, bytes, seconds, asOf }: BackupReport): string =>
  `${events} events (${added} of them new), ${blobs} blobs, ${inMegabytes(bytes)} MB, ${seconds.toFixed(1)} s; what was acknowledged before ${asOf} is in it`;

/** External engines are outside the backup; their operator backs them up. */
function notIn({ OIDC_ISSUER, STRIPE_SECRET_KEY, WORKFLOWS }: Config): string[] {
  return [
    ...(OIDC_ISSUER ? ['Not in it: who can sign in, which is with the provider at OIDC_ISSUER'] : []),
    ...(STRIPE_SECRET_KEY ? ['Not in it: payments, which Stripe has'] : []),
    ...(WORKFLOWS === 'temporal' ? ['Not in it: histories of Temporal; what is under way is begun again from the log'] : []),
  ];
}

function untilStopped(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}
