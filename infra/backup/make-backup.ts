import type pg from 'pg';
import type { EventStore } from '../event-store/port.ts';
import type { PersonalKeys } from '../personal-data/port.ts';
import { type Backup, publishManifest } from './backup-folder.ts';
import { type ImmutableBlobs, withNewBlobs, writeBlobList } from './kept-blobs.ts';
import { type KeptTables, keyOwnerOf, tableLines, withAllKeys, withKeysOf } from './kept-tables.ts';
import { withNewEvents } from './log-segments.ts';
import { type Manifest, writeState } from './manifest.ts';
import { BackupRefused } from './sealed-file.ts';

/** Source of a backup. */
export interface BackupSource {
  /** Stored events, with personal fields sealed. */
  sealedEvents: Pick<EventStore, 'head' | 'readAll' | 'find'>;
  personalKeys: Pick<PersonalKeys, 'list' | 'read'>;
  blobs: ImmutableBlobs;
  /** Null without Postgres. */
  pool: pg.Pool | null;
  tables: readonly KeptTables[];
  /** Public URL of the product, the issuer of tokens. */
  issuer: string;
}

/** Result of a round. */
export interface BackupRound {
  backup: Backup;
  /** True when everything from before the round is in the backup. */
  isWhole: boolean;
  /** Number of added events. */
  events: number;
}

/** Most events per round, so that an interrupted backup keeps its earlier rounds. */
const eventsPerRound = 100_000;
/** Most new blobs per manifest, so that an interrupted backup keeps its earlier manifests. */
const blobsAtOnce = 1_000;
/**
 * Shortest interval between readings of keys, tables and blobs, milliseconds. The second figure is a factor: the interval is at least this multiple
 * of the last reading's duration.
 */
const [stateEvery, shareOfState] = [500, 10];

/** @throws BackupRefused when the backup is of another log, or the log was restored to an earlier point in time. */
export async function requireSameLog({ manifest: { last }, vault }: Backup, { sealedEvents }: BackupSource): Promise<void> {
  if (!last || (await sealedEvents.find(last.id, last.stream))?.position === last.position) return;
  throw new BackupRefused(
    'backup/other-log',
    `The backup in ${vault.folder} goes up to an event that this log does not have at that place (${last.stream}, position ${last.position}): ` +
      'it is of another log, or this one was set back since. Back it up into another folder',
  );
}

/** Limits the reading of keys, tables and blobs to a tenth of the time. @param now Clock, milliseconds. */
export function createPace(now: () => number = () => performance.now()) {
  let next = Number.NEGATIVE_INFINITY;
  return {
    isDue: (): boolean => now() >= next,
    async measured<T>(work: () => Promise<T>): Promise<T> {
      const began = now();
      const result = await work();
      next = now() + Math.max(stateEvery, shareOfState * (now() - began));
      return result;
    },
  };
}
export type Pace = ReturnType<typeof createPace>;

/** Copies the existing blobs before the log is read, and publishes each batch. Later rounds add newer blobs. Blobs without an event do no harm. */
export async function copyBlobs(before: Backup, source: BackupSource, tell: (copied: number) => void): Promise<Backup> {
  let backup = before;
  for (;;) {
    const { kept, isWhole } = await withNewBlobs(backup.vault, source.blobs, backup.blobs, blobsAtOnce);
    const manifest = { ...backup.manifest, ...(await writeBlobList(backup.vault, kept, backup.manifest.blobs)) };
    backup = await published(backup, { ...backup, blobs: kept, manifest });
    if (isWhole) return backup;
    tell(kept.size);
  }
}

/**
 * Runs one round: new events up to the current head of the log, then, when the pace allows, all keys, rows and blobs. At other times it adds only the
 * keys of the new events. The product stores keys, rows and blobs before their events. A round that reads them all therefore leaves a complete
 * backup.
 * @param isLast Reads keys, rows and blobs once the head is reached, regardless of the pace.
 */
export async function addRound(before: Backup, source: BackupSource, pace: Pace, isLast: boolean): Promise<BackupRound> {
  const asOf = new Date().toISOString();
  const head = await source.sealedEvents.head();
  const [owners, count] = [new Set<string>(), { events: 0 }];
  const log = await withNewEvents(before.vault, before.manifest, source.sealedEvents, { upTo: head, most: eventsPerRound }, (event) => {
    count.events += 1;
    const owner = keyOwnerOf(event);
    if (owner !== null) owners.add(owner);
  });
  const reachesHead = count.events < eventsPerRound;
  const isState = pace.isDue() || (isLast && reachesHead);
  const known = { issuer: source.issuer, asOf: isState && reachesHead ? asOf : before.manifest.asOf };
  const withLog = { ...before, manifest: { ...before.manifest, ...log, ...known } };
  const after = isState ? await pace.measured(() => withState(withLog, source)) : await withKeys(withLog, source, [...owners]);
  const isWhole = reachesHead && isState;
  return { backup: await published(before, after, isLast && isWhole), isWhole, events: count.events };
}

/** Adds the encryption keys of the owners of the new events. */
async function withKeys(backup: Backup, { personalKeys }: BackupSource, owners: readonly string[]): Promise<Backup> {
  const { vault, manifest } = backup;
  return { ...backup, manifest: { ...manifest, keys: await withKeysOf(vault, personalKeys, owners, manifest.keys) } };
}

async function withState(
  { vault, manifest, blobs: before }: Backup,
  { personalKeys, pool, tables: kept, blobs: source }: BackupSource,
): Promise<Backup> {
  const keys = await withAllKeys(vault, personalKeys, manifest.keys);
  const steps: Manifest['steps'] = {};
  const tables = pool && (await writeState(vault, 'tables', () => tableLines(pool, kept, steps), manifest.tables));
  const blobs = (await withNewBlobs(vault, source, before)).kept;
  return { vault, blobs, manifest: { ...manifest, keys, tables, steps, ...(await writeBlobList(vault, blobs, manifest.blobs)) } };
}

/**
 * Publishes a backup; returns the previous one when nothing changed.
 * @param always Publishes even without changes, with a new time.
 */
async function published(before: Backup, after: Backup, always = false): Promise<Backup> {
  if (!always && said(before) === said(after)) return before;
  const backup = { ...after, manifest: { ...after.manifest, madeAt: new Date().toISOString() } };
  await publishManifest(before, backup);
  return backup;
}

const said = ({ manifest: { madeAt: _, asOf: __, ...rest } }: Backup): string => JSON.stringify(rest);
