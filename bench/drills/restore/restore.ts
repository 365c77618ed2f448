import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBackup } from '@waystory/infra/backup/backup-folder.ts';
import { backupKeyOf } from '@waystory/infra/backup/backup-key.ts';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { type Product, path, unlimited } from '../../harness/product.ts';
import { until } from '../cluster/progress.ts';
import { runVerify } from '../stage/verify-command.ts';
import type { Tally } from '../tally.ts';
import { controlOfRestore } from './control.ts';
import { type Env, runDatabaseCommand, startFollowing } from './database-command.ts';
import { checkPeople, livePeople, type People } from './people.ts';
import { allBuilt, headOf, type Place, prepareWorld, startAt } from './world.ts';
import { keepWriting, lostOf, type Write, type Writing } from './written.ts';

/** What may be lost, and how long it may take until all is back; seconds. */
const [lostAtMost, backWithin] = [1, 60];
/** Events of the seeded world with what is added to it. */
const wholeWorld = 100_000;
const caughtUpWithinMs = 120_000;

export interface RestoreOptions {
  short: boolean;
  tally: Tally;
}

/** What there was at the moment when the disk was lost. */
interface Lost {
  /** Milliseconds since 1970. */
  at: number;
  acknowledged: readonly Write[];
  people: People | null;
}

/**
 * Writes to the product while a backup follows it, kills both and removes the data, restores elsewhere, and looks at what is missing, how long it took, and
 * whether it all goes on.
 */
export async function restoreDrill({ short, tally }: RestoreOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waystory-drill-restore-'));
  const key = randomBytes(32).toString('base64');
  const [port = 0, metricsPort = 0] = await freePorts(2);
  const env = { PATH: path, MALLOC_ARENA_MAX: '1', SEED: 'none', PORT: String(port), ...unlimited, BACKUP_KEY: key };
  const at = (name: string): Place => ({ dataDir: join(folder, name), port, metricsPort });
  const backup = join(folder, 'backup');
  try {
    await controlOfRestore(folder, env, tally);
    const lost = await loseDisk({ ...env, DATA_DIR: at('lost').dataDir }, at('lost'), backup, short);
    await bringBack({ ...env, DATA_DIR: at('elsewhere').dataDir }, at('elsewhere'), backup, lost, tally);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function loseDisk(env: Env, place: Place, backup: string, short: boolean): Promise<Lost> {
  await prepareWorld(place, short ? null : wholeWorld);
  const product = await startAt(place);
  const victims = [...product.pids];
  const lost: Omit<Lost, 'acknowledged'> & { writing: Writing | null } = { at: 0, people: null, writing: null };
  try {
    await allBuilt(product, place.port);
    lost.people = await livePeople(place.port);
    victims.push(await startFollowing(env, backup));
    await caughtUp(backup, env.BACKUP_KEY ?? '', product);
    lost.writing = keepWriting(place.port, product.token);
    await pause(short ? 3_000 : 15_000);
  } finally {
    lost.at = Date.now();
    for (const pid of victims) process.kill(pid, 'SIGKILL');
  }
  await lost.writing.stop();
  rmSync(place.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  return { ...lost, acknowledged: lost.writing.acknowledged.filter((write) => write.at <= lost.at) };
}

/** The first round has to read all that there is. */
async function caughtUp(folder: string, key: string, product: Product): Promise<void> {
  const head = await headOf(product);
  const hasAll = async (): Promise<boolean> => ((await openBackup(folder, backupKeyOf(key))).manifest.last?.position ?? 0) >= head;
  if (!(await until(hasAll, caughtUpWithinMs))) throw new Error('The backup did not catch up');
}

async function bringBack(env: Env, place: Place, backup: string, { at, acknowledged, people }: Lost, tally: Tally): Promise<void> {
  const began = performance.now();
  const restored = await runDatabaseCommand(env, 'restore', backup);
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
    tally.record(
      acknowledged.length > 100 && secondsLost <= lostAtMost,
      `of ${acknowledged.length} acknowledged writes ${missing.length} are lost, all of the last ${secondsLost.toFixed(2)} s of at most ${lostAtMost}`,
    );
    if (people) await checkPeople(place.port, place.dataDir, people, tally);
    await runVerify({ name: 'restored', env }, tally);
  } finally {
    await product.stop();
  }
}
