import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { onPostgresOf } from '../../harness/folder-postgres.ts';
import { runCommand } from '../environment/commands.ts';
import type { Environment } from '../environment/environment.ts';
import type { Tally } from '../tally.ts';
import { inLog, lostOf, type Write } from './world.ts';

const streams = 200;

/** Records that a changed bit of a backup is refused by its file, and a missing event noticed. */
export async function controlOfRestore(folder: string, env: Environment['env'], tally: Tally): Promise<void> {
  const at = (name: string): string => join(folder, name);
  const [refused, to, backup] = [at('refused'), at('restored'), at('control-backup')];
  const run = (name: string, dataDir: string) => runCommand('database', { ...env, DATA_DIR: dataDir }, [name, backup]);
  const written = await writeSmallLog(at('control'));
  const made = await run('backup', at('control'));
  const [segment = ''] = readdirSync(join(backup, 'log'));
  const path = join(backup, 'log', segment);
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1));
  const damaged = await run('restore', refused);
  const isNamed = damaged.failed && damaged.lines.some((line) => line.includes(`log/${segment}`));
  const untouched = await inLog(refused, async (query) => (await query('select 1 from pg_tables where tablename = $1', ['events'])).length === 0);
  const isRefused = !made.failed && isNamed && untouched;
  tally.record(isRefused, `control: a backup with a changed bit is refused, and nothing touched: ${damaged.lines.at(-1)}`);
  writeFileSync(path, bytes);
  const restored = await run('restore', to);
  const [last = written[0]] = written.slice(-1);
  const before = restored.failed || !existsSync(to) ? written : await lostOf(to, written);
  await inLog(to, (query) => query('delete from events where stream = $1', [last?.stream]));
  const after = await lostOf(to, written);
  const isNoticed = before.length === 0 && after.length === 1 && after[0]?.stream === last?.stream;
  tally.record(isNoticed, `control: of ${streams} events ${before.length} are missed after a restore, and ${after.length} when one is left out`);
}

async function writeSmallLog(dataDir: string): Promise<Write[]> {
  const written = Array.from({ length: streams }, (_, n) => ({ stream: `control-${n}`, at: Date.now() }));
  const meta = { actorId: null, commandId: 'control' };
  await onPostgresOf(dataDir, async (pool) => {
    const store = postgresEventStore(pool);
    const event = () => ({ id: crypto.randomUUID(), type: 'Written', schema: 1, data: {}, meta, at: new Date().toISOString() });
    await Promise.all(written.map(({ stream }) => store.append(stream, 0, [event()])));
    await store.close();
  });
  return written;
}
