import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isProcessAlive } from './data-dir.ts';
import { type LaunchedPostgres, launchPostgres } from './launcher.ts';

let folder: string;
let dataDir: string;
const launched: LaunchedPostgres[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waystory-launcher-'));
  dataDir = join(folder, 'made/on the way');
});
afterEach(async () => {
  for (const { stop } of launched.splice(0)) await stop();
  rmSync(folder, { recursive: true, force: true });
});

async function launch(): Promise<LaunchedPostgres> {
  const server = await launchPostgres({ dataDir });
  launched.push(server);
  return server;
}

async function query(config: pg.PoolConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

test('Embedded Postgres keeps data over a restart', async () => {
  const first = await launch();
  expect(first.adopted).toBe(false);
  await query(first.config, 'create table a as select 42 as n');
  await first.stop();
  expect(isProcessAlive(first.pid)).toBe(false);
  const second = await launch();
  expect(second.pid).not.toBe(first.pid);
  expect(await query(second.config, 'select n from a')).toEqual([[42]]);
});

test('Embedded Postgres syncs to disk before it answers, and has a private socket', async () => {
  const { config } = await launch();
  const settings = await query(config, `select current_setting('fsync'), current_setting('synchronous_commit'), current_setting('listen_addresses')`);
  expect(settings).toEqual([['on', 'on', '']]);
  expect(statSync(config.host ?? '').mode & 0o777).toBe(0o700);
});

test('Embedded Postgres started twice over one folder is one server, owned by one caller and adopted by the other', async () => {
  const [one, two] = await Promise.all([launch(), launch()]);
  const [owner, guest] = one.adopted ? [two, one] : [one, two];
  expect([owner.adopted, guest.adopted]).toEqual([false, true]);
  expect(guest.pid).toBe(owner.pid);
  await guest.stop();
  expect(await query(guest.config, 'select 1')).toEqual([[1]]);
  expect(readdirSync(join(folder, 'made'))).toEqual(['on the way']);
});

test('Embedded Postgres waits until a stopping server has ended, then starts', async () => {
  const first = await launch();
  const stopped = first.stop();
  const second = await launch();
  await stopped;
  expect(second.adopted).toBe(false);
  expect(await query(second.config, 'select 1')).toEqual([[1]]);
});

test('Embedded Postgres recovers all commits after a kill', async () => {
  const first = await launch();
  await query(first.config, 'create table a as select 42 as n');
  process.kill(first.pid, 'SIGKILL');
  const second = await launch();
  expect(second.adopted).toBe(false);
  expect(await query(second.config, 'select n from a')).toEqual([[42]]);
});

test('Embedded Postgres ends when its parent process is killed', async () => {
  const script = `import { launchPostgres } from ${JSON.stringify(new URL('./launcher.ts', import.meta.url).href)};
    const { pid, config } = await launchPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(JSON.stringify({ pid, host: config.host }));
    setInterval(() => {}, 1_000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(parent.stdout, 'data');
  const { pid, host } = JSON.parse(String(line));
  expect(isProcessAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  if (process.platform === 'linux')
    await expect.poll(() => existsSync(join(dataDir, 'postmaster.pid')), { timeout: 10_000, interval: 10 }).toBe(false);
  else process.kill(pid, 'SIGINT');
  rmSync(host, { recursive: true, force: true });
});

test('Embedded Postgres removes the incomplete cluster of a killed initdb', async () => {
  const gone = spawn('true');
  await once(gone, 'exit');
  const leftover = `${dataDir}.initdb-${gone.pid}-00000000`;
  mkdirSync(leftover, { recursive: true });
  writeFileSync(join(leftover, 'PG_VERSION'), '18');
  const { config } = await launch();
  expect(await query(config, 'select 1')).toEqual([[1]]);
  expect(existsSync(leftover)).toBe(false);
});

test('Embedded Postgres refuses a folder with other files, and does not change it', async () => {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, 'letters.txt'), 'dear');
  await expect(launch()).rejects.toThrow('is not empty and holds no Postgres data');
  expect(readdirSync(join(folder, 'made'))).toEqual(['on the way']);
  expect(readdirSync(dataDir)).toEqual(['letters.txt']);
});

test('Embedded Postgres that cannot start throws an error with reason and remedy in one line', async () => {
  const first = await launch();
  await first.stop();
  writeFileSync(join(dataDir, 'PG_VERSION'), '9.6\n');
  await expect(launch()).rejects.toThrow(/^The embedded Postgres does not start \(.+\): set DATABASE_URL to .+$/);
});
