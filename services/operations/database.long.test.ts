import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const command = join(import.meta.dirname, 'database.ts');
const folder = mkdtempSync(join(tmpdir(), 'waystory-database-'));
const key = randomBytes(32).toString('base64');
let [from, to]: TestDatabase[] = [];

beforeAll(async () => {
  [from, to] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(async () => {
  await Promise.all([from?.close(), to?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Environment variables with the engine settings only. */
const environmentOn = (database: TestDatabase | undefined, more: Readonly<Record<string, string>> = {}) => ({
  PATH: '/usr/bin:/bin',
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: databaseUrl(database?.config ?? {}),
  BACKUP_KEY: key,
  ...more,
});

async function run(env: Readonly<Record<string, string>>, ...args: string[]): Promise<{ code: unknown; said: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; said: string }>();
  execFile(process.execPath, [command, ...args], { env }, (error, output, complaints) =>
    resolve({ code: error ? error.code : 0, said: `${output}${complaints}` }),
  );
  return promise;
}

const story = (title: string) => ({
  ...{ id: randomUUID(), type: 'ItineraryCreated', schema: 1, at: new Date().toISOString() },
  ...{ data: { title, accountId: randomUUID(), visibility: 'PUBLIC' }, meta: { actorId: null, commandId: randomUUID() } },
});

test('Database command backs up during writes, restores with read models, and refuses a non-empty target', { timeout: 120_000 }, async () => {
  if (!from || !to) return expect.fail('there is no database');
  const backup = join(folder, 'backup');
  const store = postgresEventStore(from.pool);
  await store.append(`itinerary-${randomUUID()}`, 0, [story('Before')]);
  const child = spawn(process.execPath, [command, 'backup', backup, '--follow'], { env: environmentOn(from), stdio: ['ignore', 'pipe', 'inherit'] });
  const said = text(child.stdout);
  await once(child.stdout, 'data');
  await store.append(`itinerary-${randomUUID()}`, 0, [story('Meanwhile')]);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await said).toMatch(/\n2 events \(2 of them new\), 0 blobs, 0\.0 MB, \d+\.\d s; what was acknowledged before \S+ is in it\n$/);
  await store.close();

  const restored = await run(environmentOn(to, { PUBLIC_ORIGIN: 'https://elsewhere.example' }), 'restore', backup);
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.said).toMatch(/^2 events, 0 blobs, /m);
  expect(restored.said).toContain('Accounts belong to who signed in at http://localhost:4000/idp, and here that is https://elsewhere.example/idp');
  const projections = postgresProjectionStore(to.pool);
  expect(Object.keys(await projections.activeVersions())).toEqual(
    expect.arrayContaining(['stories', 'search:stops', 'accounts', 'posts', 'figures']),
  );
  await projections.close();
  expect(await run(environmentOn(to), 'restore', backup)).toEqual({
    code: 1,
    said: expect.stringContaining('A backup is restored into empty engines only, and there is events (2 rows)'),
  });
});

test.each([
  [['backup'], /^Usage: /],
  [['backup', 'a', 'b'], /^Usage: /],
  [['restore', 'a', '--forever'], /^Usage: /],
  [['restore', 'a', '--until', 'yesterday'], /^--until: yesterday is no moment/],
  [['restore', 'nowhere'], /^There is no backup in nowhere/],
])('Database command exits with 1 and a message for %j', async (args, words) => {
  const { code, said } = await run(environmentOn(to), ...args);
  expect([code, words.test(said) || said]).toEqual([1, true]);
});
