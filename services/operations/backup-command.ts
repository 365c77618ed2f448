import { join } from 'node:path';
import type { Adapters } from '@waystory/infra/adapters.ts';
import type { BackupSource } from '@waystory/infra/backup/make-backup.ts';
import { inMegabytes, type RestoreReport, restoreBackup } from '@waystory/infra/backup/restore-backup.ts';
import { type BackupReport, type BackupRun, followLog, runBackup } from '@waystory/infra/backup/run-backup.ts';
import { type BackupKey, BackupRefused, backupKeyOf } from '@waystory/infra/backup/sealed-file.ts';
import { type Config, oidcIssuer } from '@waystory/infra/config.ts';
import { runningServer } from '@waystory/infra/postgres/data-dir.ts';
import { z } from 'zod';
import { buildReadModels } from './build-read-models.ts';
import { backedUpBlobPrefix, backedUpTables, backupVocabulary } from './kept-state.ts';
import { UsageError } from './on-engines.ts';

/** Interval of progress lines, milliseconds. */
const tellEvery = 5_000;

/** Throttles lines: the first at once, then at most one per interval. */
export function throttleLines(say: (line: string) => void): (line: string) => void {
  let next = 0;
  return (line) => {
    if (performance.now() < next) return;
    next = performance.now() + tellEvery;
    say(line);
  };
}

interface BackupOptions {
  folder: string;
  /** Adds new events to the backup until SIGTERM or SIGINT. */
  follow: boolean;
  /** Removes blobs that the store no longer has from the backup, however many they are; otherwise many at once are kept. */
  acceptGone: boolean;
}

/** @throws UsageError when BACKUP_KEY is not set. */
export function backupKeyFrom({ BACKUP_KEY }: Pick<Config, 'BACKUP_KEY'>): BackupKey {
  if (!BACKUP_KEY)
    throw new UsageError(
      'BACKUP_KEY must be set, or BACKUP_KEY_FILE name a file with it: 32 bytes in base64, as `openssl rand -base64 32` prints them. Without it no backup can be read, so keep it, and elsewhere than the backup',
    );
  return backupKeyOf(BACKUP_KEY);
}

/**
 * Checks that the embedded Postgres of the product runs, unless DATABASE_URL is set, because a following backup must not own it.
 * @throws UsageError
 */
export function requireRunningProduct({ DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): void {
  if (!DATABASE_URL && !runningServer(join(DATA_DIR, 'postgres')))
    throw new UsageError(`No product runs on ${DATA_DIR}: start it first, or leave out --follow`);
}

/** `npm run db -- backup DIR`: updates a backup, while the product runs or is stopped. */
export async function backup(engines: Adapters, config: Config, { folder, follow, acceptGone }: BackupOptions): Promise<number> {
  const tell = throttleLines(console.log);
  const run: BackupRun = { folder, key: backupKeyFrom(config), source: backupSourceOf(engines, config, acceptGone), tell };
  const report = await withUsageErrors(() => (follow ? followLog(run, untilStopped()) : runBackup(run)));
  console.log(closingLine(report));
  for (const line of notIn(config)) console.log(line);
  return 0;
}

/** Converts refusals of a backup to usage errors, because the operator can resolve them. */
export async function withUsageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupRefused) throw new UsageError(error.message);
    throw error;
  }
}

export function backupSourceOf(engines: Adapters, config: Config, acceptGone: boolean): BackupSource {
  const onManyGone = (gone: number, of: number): void =>
    console.warn(`${gone} of ${of} blobs are gone at once, as if their disk were not there. They are kept; --accept-gone lets them go`);
  return {
    ...engines,
    blobs: { blobs: engines.blobs, prefix: backedUpBlobPrefix, onManyGone, acceptGone },
    tables: backedUpTables,
    issuer: oidcIssuer(config),
  };
}

const closingLine = ({ events, added, blobs, bytes, seconds, asOf }: BackupReport): string =>
  `${events} events (${added} of them new), ${blobs} blobs, ${inMegabytes(bytes)} MB, ${seconds.toFixed(1)} s; what was acknowledged before ${asOf} is in it`;

/** One line per kind of data that the backup omits, because an external engine holds it. */
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

const instant = z.iso.datetime({ offset: true });

/** @throws UsageError */
export function parseUntil(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  if (!instant.safeParse(text).success) throw new UsageError(`--until: ${text} is no moment like 2026-11-28T14:30:00Z or 2026-11-28T15:30:00+01:00`);
  return new Date(text);
}

/** `npm run db -- restore DIR`: restores a backup into empty engines, and builds the read models so that the product starts at once. */
export async function restore(engines: Adapters, config: Config, folder: string, until: Date | undefined): Promise<number> {
  const { pool, blobs } = engines;
  if (!pool || config.EVENT_STORE !== 'postgres') throw new UsageError('A backup can be restored into a Postgres event store only');
  const target = { pool, blobs, blobPrefix: backedUpBlobPrefix, tables: backedUpTables, derived: () => derivedIn(engines) };
  const report = await withUsageErrors(() =>
    restoreBackup({ folder, key: backupKeyFrom(config), target, words: backupVocabulary, until, tell: throttleLines(console.log) }),
  );
  for (const line of closingLines(report, oidcIssuer(config), until)) console.log(line);
  await buildHere(engines, config);
  return 0;
}

/**
 * Lists existing read models, search indexes and bus events as text. A restore refuses a target that has any, because another log may have produced
 * them.
 */
async function derivedIn({ projections, search, bus }: Adapters): Promise<string[]> {
  const [models, indexes, heads] = await Promise.all([projections.activeVersions(), search.activeBuilds(), bus.heads()]);
  return [
    ...Object.keys(models).map((name) => `the read model ${name}`),
    ...Object.keys(indexes).map((name) => `the index ${name}`),
    ...(Object.values(heads).some((head) => head > 0) ? ['a bus with events'] : []),
  ];
}

async function buildHere(engines: Adapters, { BUS }: Pick<Config, 'BUS'>): Promise<void> {
  // With another bus, the relay of the product must fill its topics first.
  if (BUS !== 'postgres') return console.log('Read models are built when the product starts');
  const began = performance.now();
  console.log('Read models are being built; broken off here, the product does it when it starts');
  await buildReadModels(engines);
  console.log(`Read models are there after ${((performance.now() - began) / 1_000).toFixed(1)} s. The product may start`);
}

function closingLines(
  { events, erasures, blobs, bytes, seconds, lastAt, asOf, issuer }: RestoreReport,
  ours: string,
  until: Date | undefined,
): string[] {
  return [
    `${events} events, ${blobs} blobs, ${inMegabytes(bytes)} MB, ${seconds.toFixed(1)} s; the backup has what was acknowledged before ${asOf}`,
    ...(until ? [`The log is that of ${until.toISOString()}: its last event is of ${lastAt}`] : []),
    ...(until ? [`Not of that time, but as they were last: who can sign in, pictures that are left, what Stripe knows`] : []),
    ...(erasures > 0 ? [`${erasures} accounts that were deleted later are deleted here too`] : []),
    'What was under way goes on when the product starts. Everybody signs in again',
    ...(issuer === ours
      ? []
      : [
          `Accounts belong to who signed in at ${issuer}, and here that is ${ours}: set PUBLIC_ORIGIN or OIDC_ISSUER as it was, or nobody finds their account`,
        ]),
  ];
}
