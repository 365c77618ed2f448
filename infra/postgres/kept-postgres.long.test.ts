import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isProcessAlive } from './data-dir.ts';
import { type SupervisedPostgres, supervisePostgres } from './kept-postgres.ts';
import { launchPostgres } from './launcher.ts';
import { createPool } from './pool.ts';

let folder: string;
let dataDir: string;
let kept: SupervisedPostgres | undefined;
let pool: pg.Pool | undefined;
let said: string[];
let lost: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waystory-kept-'));
  dataDir = join(folder, 'postgres');
  [said, lost] = [[], []];
});
afterEach(async () => {
  await pool?.end();
  await kept?.stop();
  [pool, kept] = [undefined, undefined];
  rmSync(folder, { recursive: true, force: true });
});

const keep = async (giveUpAfterMs?: number): Promise<pg.Pool> => {
  kept = await supervisePostgres({
    dataDir,
    tell: (line) => said.push(line),
    onLost: (line) => lost.push(line),
    ...(giveUpAfterMs !== undefined && { giveUpAfterMs }),
  });
  pool = createPool(kept.config, { max: 4 });
  return pool;
};
const postmaster = (): number => Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);

test.each(['SIGKILL', 'SIGINT', 'SIGQUIT'] as const)('Supervised Postgres restarts after %s, and the same pool reads all commits', async (signal) => {
  const open = await keep();
  await open.query('create table a as select 42 as n');
  process.kill(postmaster(), signal);
  await expect.poll(() => kept?.isUp()).toBe(false);
  await expect.poll(() => kept?.isUp(), { timeout: 20_000 }).toBe(true);
  expect((await open.query('select n from a')).rows).toEqual([{ n: 42 }]);
  expect(said).toEqual([
    expect.stringMatching(/^The embedded Postgres ended \(.+\); it is started again$/),
    expect.stringMatching(/back after [\d.]+ s$/),
  ]);
  expect(lost).toEqual([]);
});

test('Supervised Postgres that ends twice restarts twice', async () => {
  const open = await keep();
  for (const round of [1, 2]) {
    process.kill(postmaster(), 'SIGKILL');
    await expect.poll(() => said.length, { timeout: 20_000 }).toBe(round * 2);
    expect((await open.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  }
});

test('Supervised Postgres that cannot restart within its time limit calls onLost once with the reason', async () => {
  await keep(1_000);
  writeFileSync(join(dataDir, 'PG_VERSION'), '9.6\n');
  process.kill(postmaster(), 'SIGKILL');
  await expect.poll(() => lost.length, { timeout: 30_000 }).toBe(1);
  expect(lost[0]).toMatch(/^The embedded Postgres did not come back within [\d.]+ s: The embedded Postgres does not start \(.+$/);
  expect(kept?.isUp()).toBe(false);
});

test('Supervised Postgres replaces an adopted server when that ends', async () => {
  const other = await launchPostgres({ dataDir });
  const open = await keep();
  await other.stop();
  await expect.poll(() => said.some((line) => line.includes('is back')), { timeout: 20_000 }).toBe(true);
  expect((await open.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
});

test('Supervised Postgres stays stopped after stop', async () => {
  await keep();
  const pid = postmaster();
  await pool?.end();
  await kept?.stop();
  [pool, kept] = [undefined, undefined];
  expect(isProcessAlive(pid)).toBe(false);
  expect(said).toEqual([]);
});
