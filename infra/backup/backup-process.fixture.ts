import { setTimeout as pause } from 'node:timers/promises';
import { folderBlobs } from '../blobs/folder.ts';
import { postgresEventStore } from '../event-store/postgres.ts';
import { postgresPersonalKeys } from '../personal-data/postgres.ts';
import { createPool } from '../postgres/pool.ts';
import { guests } from './backup-world.fixture.ts';
import { runBackup } from './run-backup.ts';
import { backupKeyOf } from './sealed-file.ts';

/** Settings of a backup process. */
export interface BackupProcess {
  database: Record<string, string | number>;
  folder: string;
  /** Base64. */
  key: string;
  /** Pages of the log after which the process waits to be killed. */
  pages: number;
}

// Settings come as the only argument. The child announces the point at which the test can kill it.
const { database, folder, key, pages } = JSON.parse(process.argv[2] ?? '{}') as BackupProcess;
const pool = createPool(database, { max: 4 });
const store = postgresEventStore(pool);
let read = 0;
const readAll: typeof store.readAll = async (after, limit) => {
  read += 1;
  if (read > pages) {
    console.log('in the middle');
    await pause(600_000);
  }
  return store.readAll(after, limit);
};
await runBackup({
  folder,
  key: backupKeyOf(key),
  source: {
    sealedEvents: { ...store, readAll },
    personalKeys: postgresPersonalKeys(pool),
    blobs: { blobs: folderBlobs(), prefix: 'kept/', onManyGone: () => {}, acceptGone: false },
    pool,
    tables: [guests],
    issuer: 'https://issuer.example',
  },
  tell: () => {},
});
