import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { onPostgresOf } from '../../harness/folder-postgres.ts';
import type { Tally } from '../tally.ts';
import { type Env, runDatabaseCommand } from './database-command.ts';
import { inLog, lostOf, type Write } from './written.ts';

/** Streams of the small log, an event each. */
const streams = 200;

/** What the drill looks at must be seen to say no: a byte that was changed is refused by the name of its file, and an event that is left out is missed. */
export async function controlOfRestore(folder: string, env: Env, tally: Tally): Promise<void> {
  const [from, refused, to, backup] = ['control', 'refused', 'restored', 'control-backup'].map((name) => join(folder, name));
  if (!from || !refused || !to || !backup) return;
  const written = await writeSmallLog(from);
  const made = await runDatabaseCommand({ ...env, DATA_DIR: from }, 'backup', backup);
  const [segment = ''] = readdirSync(join(backup, 'log'));
  const path = join(backup, 'log', segment);
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1));
  const damaged = await runDatabaseCommand({ ...env, DATA_DIR: refused }, 'restore', backup);
  const isNamed = damaged.failed && damaged.lines.some((line) => line.includes(`log/${segment}`));
  const untouched = await inLog(refused, async (query) => (await query('select 1 from pg_tables where tablename = $1', ['events'])).length === 0);
  tally.record(!made.failed && isNamed && untouched, `control: a backup with a changed bit is refused, and nothing touched: ${damaged.lines.at(-1)}`);
  writeFileSync(path, bytes);
  const restored = await runDatabaseCommand({ ...env, DATA_DIR: to }, 'restore', backup);
  const [last = written[0]] = written.slice(-1);
  const before = restored.failed || !existsSync(to) ? written : await lostOf(to, written);
  await inLog(to, (query) => query('delete from events where stream = $1', [last?.stream]));
  const after = await lostOf(to, written);
  tally.record(
    before.length === 0 && after.length === 1 && after[0]?.stream === last?.stream,
    `control: of ${streams} events ${before.length} are missed after a restore, and ${after.length} when one is left out`,
  );
}

async function writeSmallLog(dataDir: string): Promise<Write[]> {
  const written = Array.from({ length: streams }, (_, n) => ({ stream: `control-${n}`, at: Date.now() }));
  const meta = { actorId: null, commandId: 'control' };
  await onPostgresOf(dataDir, async (pool) => {
    const store = postgresEventStore(pool);
    await Promise.all(
      written.map(({ stream }) =>
        store.append(stream, 0, [{ id: crypto.randomUUID(), type: 'Written', schema: 1, data: {}, meta, at: new Date().toISOString() }]),
      ),
    );
    await store.close();
  });
  return written;
}
