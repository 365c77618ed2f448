import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderBlobs } from '../blobs/folder.ts';
import type { Blobs } from '../blobs/port.ts';
import type { EventStore, NewEvent, RecordedEvent } from '../event-store/port.ts';
import { postgresEventStore } from '../event-store/postgres.ts';
import { beforeFirstKey, type PersonalKeys } from '../personal-data/port.ts';
import { postgresPersonalKeys } from '../personal-data/postgres.ts';
import { migrate } from '../postgres/migrate.ts';
import { type TestDatabase, testDatabase } from '../postgres/test-database.ts';
import type { KeptTables } from './kept-tables.ts';
import type { BackupSource } from './make-backup.ts';
import { type RestoreOptions, type RestoreReport, restoreBackup } from './restore-backup.ts';
import type { LogVocabulary } from './restore-point.ts';
import { type BackupReport, type BackupRun, runBackup } from './run-backup.ts';
import { backupKeyOf } from './sealed-file.ts';

export const newBackupKey = () => backupKeyOf(randomBytes(32).toString('base64'));

/** Tables without a port: one with a sequence, one with rows that are not kept. */
export const guests: KeptTables = {
  owner: 'guests',
  steps: [
    `create table guests (number bigint generated always as identity primary key, name text not null, said json);
     create table visits (id text primary key, lasting boolean not null)`,
  ],
  tables: [
    { name: 'guests', key: 'number' },
    { name: 'visits', key: 'id', where: 'lasting' },
  ],
};

export const testVocabulary: LogVocabulary = {
  erasure: { type: 'AccountDeleted', owner: 'accountId' },
  blobsOf: ({ type, data }) => (type === 'PictureTaken' ? `kept/${String(data.picture)}/` : null),
};

/** The engines of a product, as source or target of a backup. */
export interface BackupEngines {
  database: TestDatabase;
  store: EventStore;
  keys: PersonalKeys;
  blobs: Blobs;
  source: BackupSource;
  close(): Promise<void>;
}

export async function openEmptyEngines(): Promise<BackupEngines> {
  const database = await testDatabase();
  const [store, keys, blobs] = [postgresEventStore(database.pool), postgresPersonalKeys(database.pool), folderBlobs()];
  const settled = { blobs, prefix: 'kept/', onManyGone: () => {}, acceptGone: false };
  const source: BackupSource = {
    sealedEvents: store,
    personalKeys: keys,
    blobs: settled,
    pool: database.pool,
    tables: [guests],
    issuer: 'https://issuer.example',
  };
  const close = async (): Promise<void> => {
    await store.close();
    await blobs.close();
    await database.close();
  };
  return { database, store, keys, blobs, source, close };
}

/** Engines whose tables all exist, without rows. */
export async function openMigratedEngines(): Promise<BackupEngines> {
  const world = await openEmptyEngines();
  await Promise.all([world.store.head(), world.keys.read([])]);
  await migrate(world.database.pool, guests.owner, guests.steps);
  return world;
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'waystory-backup-'));
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

export const event = (type: string, data: NewEvent['data'] = {}, at = new Date()): NewEvent => ({
  id: randomUUID(),
  type,
  schema: 1,
  data,
  meta: { actorId: null, commandId: randomUUID() },
  at: at.toISOString(),
});

/** Appends many events, in streams of four events, with one SQL statement. */
export async function appendNotes({ database, store }: BackupEngines, events: number): Promise<void> {
  await store.head();
  await database.pool.query(
    `insert into events (id, stream, version, type, schema, data, meta, created_at)
     select gen_random_uuid(), 'note-' || $2 || n / 4, n % 4 + 1, 'NoteWritten', 1, jsonb_build_object('text', 'Note ' || n), '{"actorId": null, "commandId": "c"}', now()
     from generate_series(0, $1::int - 1) n order by n`,
    [events, randomUUID()],
  );
}

/** Everything that a restore must bring back. */
export async function contentOf({ database: { pool }, store, keys, blobs }: BackupEngines) {
  const log: RecordedEvent[] = [];
  for (let page = await store.readAll(0, 1_000); page.length > 0; page = await store.readAll(log.at(-1)?.position ?? 0, 1_000)) log.push(...page);
  const names = await Array.fromAsync(blobs.list(''));
  const content = await Promise.all(
    names.map(async (name) => {
      const stored = await blobs.read(name);
      return [name, stored?.mimeType, stored && Buffer.concat(await stored.content.toArray()).toString('base64')];
    }),
  );
  const table = async (name: string): Promise<unknown[]> => (await pool.query(`select t::text from ${name} t order by 1`)).rows;
  return { log, keys: await keys.list(beforeFirstKey, 10_000), blobs: content, guests: await table('guests'), visits: await table('visits') };
}

export const backUp = (world: BackupEngines, folder: string, run: Partial<BackupRun> & Pick<BackupRun, 'key'>): Promise<BackupReport> =>
  runBackup({ folder, source: world.source, tell: () => {}, ...run });

export const restoreInto = (
  { database: { pool }, blobs }: BackupEngines,
  folder: string,
  how: Partial<RestoreOptions> & Pick<RestoreOptions, 'key'>,
): Promise<RestoreReport> =>
  restoreBackup({
    folder,
    target: { pool, blobs, blobPrefix: 'kept/', tables: [guests], derived: async () => [] },
    words: testVocabulary,
    tell: () => {},
    ...how,
  });
