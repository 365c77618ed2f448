import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { longStatement } from '../harness/event-log.ts';
import { cpuSecondsOf, memoryMiBOf } from '../harness/process-usage.ts';
import { path } from '../harness/product.ts';
import { onPostgresOf } from '../harness/resources.ts';
import { fillLog } from './log.ts';

/** Size of a table, bytes; TOAST counts with its table. */
interface TableSize {
  name: string;
  rows: number;
  table: number;
  indexes: number;
}

/** A log of some size with its read models: cost of making them, and their size. */
export interface SizedLog {
  events: number;
  fillSeconds: number;
  buildSeconds: number;
  /** CPU of the build and its Postgres, the figure that other work on the machine affects least. */
  buildCpuSeconds: number;
  /** Peak memory of the build and its Postgres, MiB. */
  buildMiB: number;
  /** Largest tables first, and the whole database, bytes. */
  disk: { tables: TableSize[]; all: number };
}

const lookEveryMs = 1_000;
/** Upper estimate of the disk space per event, and the space reserved for other programs, bytes. */
const bytesPerEvent = 5_500;
const reservedBytes = 10e9;
/** Minimum share of the database size at which a table is listed. */
const minimumShare = 0.002;
const noteIn = (dataDir: string): string => join(dataDir, 'made.json');

/** Prepares a data folder with `events` events and all read models; a kept folder is used as it is. @throws Error when the disk is too small */
export async function prepareData(dataDir: string, events: number): Promise<SizedLog> {
  if (existsSync(noteIn(dataDir))) return JSON.parse(readFileSync(noteIn(dataDir), 'utf8')) as SizedLog; // written below
  mkdirSync(dataDir, { recursive: true });
  const { bavail, bsize } = statfsSync(dataDir);
  const needed = events * bytesPerEvent + reservedBytes;
  if (needed > bavail * bsize) throw new Error(`${events} events need ${Math.ceil(needed / 1e9)} GB of disk at ${dataDir}`);
  const fillSeconds = await secondsOf(() => onPostgresOf(dataDir, (_, database) => fillLog(database, events)));
  console.log(`${events} events were written in ${Math.round(fillSeconds)} s`);
  let used = { buildMiB: 0, buildCpuSeconds: 0 };
  const buildSeconds = await secondsOf(async () => {
    used = await build(dataDir);
  });
  console.log(`Their read models were built in ${Math.round(buildSeconds)} s`);
  const data: SizedLog = { events, fillSeconds, buildSeconds, ...used, disk: await onPostgresOf(dataDir, diskUse) };
  writeFileSync(noteIn(dataDir), JSON.stringify(data));
  return data;
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1_000;
}

async function build(dataDir: string): Promise<Pick<SizedLog, 'buildMiB' | 'buildCpuSeconds'>> {
  const env = { PATH: path, MALLOC_ARENA_MAX: '1', DATA_DIR: dataDir };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'builder.ts')], { env, stdio: ['ignore', 'inherit', 'inherit'] });
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

/** Size of the database after a while in operation: with statistics, and everything flushed to disk. */
async function diskUse(pool: pg.Pool): Promise<SizedLog['disk']> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(longStatement('vacuum analyze'));
  await client.query('checkpoint');
  const { rows } = await client.query<TableSize & { all: number }>(`select nspname || '.' || relname as name, greatest(reltuples, 0)::float8 as rows,
      pg_table_size(c.oid)::float8 as table, pg_indexes_size(c.oid)::float8 as indexes, pg_database_size(current_database())::float8 as all
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') order by pg_total_relation_size(c.oid) desc`);
  client.release(true);
  const all = rows[0]?.all ?? 0;
  return { all, tables: rows.map(({ all: _, ...size }) => size).filter(({ table, indexes }) => table + indexes > all * minimumShare) };
}
