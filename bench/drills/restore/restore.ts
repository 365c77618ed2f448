import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { openBackup } from '@waystory/infra/backup/backup-folder.ts';
import { backupKeyOf } from '@waystory/infra/backup/sealed-file.ts';
import { freePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { onPostgresOf } from '../../harness/folder-postgres.ts';
import { path, unlimited } from '../../harness/product.ts';
import { askAs } from '../environment/client.ts';
import { runCommand, runVerify } from '../environment/commands.ts';
import { type Environment, scratchFolder } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';
import { keepWriting } from '../environment/writer.ts';
import type { DrillRun, Tally } from '../tally.ts';
import { checkPeople, livePeople, type People } from './people.ts';
import { allBuilt, headOf, inLog, lostOf, type Place, prepareWorld, startAt, type Write } from './world.ts';

const streams = 200;

/** Records that a changed bit of a backup is refused by its file, and a missing event noticed. */
async function controlOfRestore(folder: string, env: Environment['env'], tally: Tally): Promise<void> {
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

/** Promised recovery point and recovery time, seconds. */
const [lostAtMost, backWithin] = [1, 60];
const wholeWorld = 100_000;
const caughtUpWithinMs = 120_000;
const program = join(import.meta.dirname, '../../../services/operations/database.ts');

interface Loss {
  /** Milliseconds since 1970. */
  at: number;
  acknowledged: readonly Write[];
  people: People;
}

/** Writes while a backup follows, kills both, removes the data and restores elsewhere: checks the loss, the time and that work goes on. */
export async function restoreDrill({ short, tally }: DrillRun): Promise<void> {
  await using held = new AsyncDisposableStack();
  const folder = scratchFolder('restore', held);
  const [port = 0, metricsPort = 0] = await freePorts(2);
  const key = randomBytes(32).toString('base64');
  const env = { PATH: path, MALLOC_ARENA_MAX: '1', SEED: 'none', PORT: String(port), ...unlimited, BACKUP_KEY: key };
  const at = (name: string): Place => ({ dataDir: join(folder, name), port, metricsPort });
  const backup = join(folder, 'backup');
  await controlOfRestore(folder, env, tally);
  const loss = await loseDisk({ ...env, DATA_DIR: at('lost').dataDir }, at('lost'), backup, short);
  await bringBack({ ...env, DATA_DIR: at('elsewhere').dataDir }, at('elsewhere'), backup, loss, tally);
}

async function loseDisk(env: Environment['env'], place: Place, backup: string, short: boolean): Promise<Loss> {
  if (!short) await prepareWorld(place, wholeWorld);
  const product = await startAt(place);
  const victims = [...product.pids];
  const lose = (): number => {
    for (const pid of victims.splice(0)) process.kill(pid, 'SIGKILL');
    return Date.now();
  };
  try {
    await allBuilt(product, place.port);
    const people = await livePeople(place.port);
    victims.push(await startFollowing(env, backup));
    // The first round reads the whole log.
    const head = await headOf(product);
    const key = backupKeyOf(env.BACKUP_KEY ?? '');
    const hasAll = async (): Promise<boolean> => ((await openBackup(backup, key)).manifest.last?.position ?? 0) >= head;
    if (!(await until(hasAll, caughtUpWithinMs))) throw new Error('The backup did not catch up');
    const { ask, close } = askAs(place.port, product.token);
    const writing = keepWriting(ask, (n) => ({ title: `Written as number ${n}`, visibility: 'PUBLIC' }));
    await pause(short ? 3_000 : 15_000);
    const at = lose();
    await writing.stop();
    close();
    rmSync(place.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    return {
      at,
      acknowledged: writing.acknowledged.filter((write) => write.at <= at).map(({ id, at: then }) => ({ stream: `itinerary-${id}`, at: then })),
      people,
    };
  } finally {
    lose();
  }
}

/** Starts `npm run db -- backup DIR --follow`. @returns its process id @throws Error when it ends at once */
async function startFollowing(env: Environment['env'], folder: string): Promise<number> {
  const child = spawn(process.execPath, [program, 'backup', folder, '--follow'], { env: { ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The backup ended with ${code} at once`)));
  ended.catch(() => {});
  await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  return child.pid ?? 0;
}

async function bringBack(env: Environment['env'], place: Place, backup: string, { at, acknowledged, people }: Loss, tally: Tally): Promise<void> {
  const began = performance.now();
  const restored = await runCommand('database', env, ['restore', backup]);
  for (const line of restored.lines) console.log(`     ${line}`);
  const product = await startAt(place);
  try {
    const started = (performance.now() - began) / 1_000 - restored.seconds;
    const built = await allBuilt(product, place.port);
    const seconds = (performance.now() - began) / 1_000;
    const parts = `${restored.seconds.toFixed(1)} s to restore, ${started.toFixed(1)} s to start, ${built.toFixed(1)} s until read models were there`;
    tally.record(!restored.failed && seconds <= backWithin, `all is back after ${seconds.toFixed(1)} s of at most ${backWithin}: ${parts}`);
    const missing = await lostOf(place.dataDir, acknowledged);
    const secondsLost = missing.length === 0 ? 0 : (at - Math.min(...missing.map((write) => write.at))) / 1_000;
    const told = `${missing.length} are lost, all of the last ${secondsLost.toFixed(2)} s of at most ${lostAtMost}`;
    tally.record(acknowledged.length > 100 && secondsLost <= lostAtMost, `of ${acknowledged.length} acknowledged writes ${told}`);
    await checkPeople(place.port, place.dataDir, people, tally);
    await runVerify({ name: 'restored', env }, tally);
  } finally {
    await product.stop();
  }
}
