import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { patiently } from '../bulk/fill.ts';
import { onPostgresOf } from '../harness/folder-postgres.ts';
import { cpuSecondsOf, memoryMiBOf } from '../harness/process-usage.ts';
import { path } from '../harness/product.ts';
import { type DiskUse, diskUse } from './disk.ts';
import { fillLog } from './log.ts';

/** `whole`: every read model and index. `stories`: what stories and the map are read from, where the disk does not hold all. */
export type Extent = 'whole' | 'stories';

/** How a log of some size and its read models were made, and what they take. */
export interface Made {
  events: number;
  extent: Extent;
  fillSeconds: number;
  buildSeconds: number;
  /** CPU of all that took part in it, its Postgres too: other work on the machine moves it least. */
  buildCpuSeconds: number;
  /** The most that the process that built had, with its Postgres, MiB. */
  buildMiB: number;
  disk: DiskUse;
}

const lookEveryMs = 1_000;
/** A bit more than it turned out to be. */
const bytesPerEvent = 5_500;
/** Others need some of the disk too, bytes. */
const leftFree = 10e9;
const noteIn = (dataDir: string): string => join(dataDir, 'made.json');

/** A data folder with so many events and all that is read of them; one that was kept is taken as it is. */
export async function madeData(dataDir: string, events: number): Promise<Made> {
  if (existsSync(noteIn(dataDir))) return JSON.parse(readFileSync(noteIn(dataDir), 'utf8')) as Made; // written below
  mkdirSync(dataDir, { recursive: true });
  const { bavail, bsize } = statfsSync(dataDir);
  const extent: Extent = events * bytesPerEvent + leftFree < bavail * bsize ? 'whole' : 'stories';
  const fillSeconds = await timed(() => onPostgresOf(dataDir, (_, database) => fillLog(database, events)));
  console.log(`${events} events were written in ${Math.round(fillSeconds)} s`);
  console.log(extent === 'whole' ? 'All read models are built' : 'The disk does not hold all read models: those of stories are written');
  let used = { buildMiB: 0, buildCpuSeconds: 0 };
  const buildSeconds = await timed(async () => {
    used = await build(dataDir, extent, events);
  });
  console.log(`Their read models were built in ${Math.round(buildSeconds)} s`);
  const disk = await onPostgresOf(dataDir, settled);
  const made: Made = { events, extent, fillSeconds, buildSeconds, ...used, disk };
  writeFileSync(noteIn(dataDir), JSON.stringify(made));
  return made;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1_000;
}

async function build(dataDir: string, extent: Extent, events: number): Promise<Pick<Made, 'buildMiB' | 'buildCpuSeconds'>> {
  const env = { PATH: path, MALLOC_ARENA_MAX: '1', DATA_DIR: dataDir };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'builder.ts'), extent, String(events)], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let [buildMiB, buildCpuSeconds] = [0, 0];
  const looking = setInterval(() => {
    buildMiB = Math.max(buildMiB, memoryMiBOf([child.pid ?? 0]));
    buildCpuSeconds = cpuSecondsOf([child.pid ?? 0]);
  }, lookEveryMs);
  const [code] = await once(child, 'exit');
  clearInterval(looking);
  if (code !== 0) throw new Error(`The read models were not built (${code})`);
  return { buildMiB, buildCpuSeconds };
}

/** As after a while of running: rows are counted, and what was written is on the disk. */
async function settled(pool: pg.Pool): Promise<DiskUse> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(patiently('vacuum analyze'));
  await client.query('checkpoint');
  const use = await diskUse(client);
  client.release(true);
  return use;
}
