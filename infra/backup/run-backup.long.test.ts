import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EngineUnavailable } from '../errors.ts';
import { openBackup } from './backup-folder.ts';
import type { BackupProcess } from './backup-process.fixture.ts';
import {
  appendNotes,
  type BackupEngines,
  backUp,
  contentOf,
  event,
  newBackupKey,
  openEmptyEngines,
  openMigratedEngines,
  removeFolder,
  restoreInto,
  temporaryFolder,
} from './backup-world.fixture.ts';
import type { BackupSource } from './make-backup.ts';
import { verifyBackup } from './restore-backup.ts';
import { followLog } from './run-backup.ts';
import { backupKeyOf } from './sealed-file.ts';

const key = newBackupKey();
let folder: string;
let from: BackupEngines;
let to: BackupEngines;

beforeEach(async () => {
  folder = temporaryFolder();
  [from, to] = await Promise.all([openMigratedEngines(), openEmptyEngines()]);
});
afterEach(async () => {
  await Promise.all([from.close(), to.close()]);
  removeFolder(folder);
});

const files = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted();
const ofKind = (kind: string): string[] => files().filter((path) => path.startsWith(kind));

async function live(): Promise<void> {
  const { store, keys, blobs, database } = from;
  await store.append('account-ada', 0, [event('AccountCreated', { accountId: 'ada' }), event('AccountUpdated', { accountId: 'ada', changes: {} })]);
  await keys.add([{ accountId: 'ada', life: 1, key: randomBytes(32) }]);
  await blobs.put('kept/one/picture.webp', Buffer.from('a picture'), 'image/webp');
  await blobs.put('incoming/one', Buffer.from('not looked at yet'), 'image/jpeg');
  await database.pool.query(`insert into guests (name, said) values ('Grace', '{"a": "\\u0000"}'), ('Alan', null)`);
  await database.pool.query(`insert into visits values ('lasting', true), ('passing', false)`);
}

test('Restored backup has the same content and positions, and new events and rows get higher numbers', async () => {
  await live();
  // Positions have gaps after refused appends.
  await from.database.pool.query(`select nextval(pg_get_serial_sequence('events', 'position'))`);
  await appendNotes(from, 2_500);
  const report = await backUp(from, folder, { key });
  expect(report).toMatchObject({ events: 2_502, added: 2_502, blobs: 1 });
  expect(await restoreInto(to, folder, { key })).toMatchObject({ events: 2_502, blobs: 1, erasures: 0, issuer: 'https://issuer.example' });
  const before = await contentOf(from);
  expect(await contentOf(to)).toEqual({
    ...before,
    blobs: before.blobs.filter(([name]) => name !== 'incoming/one'),
    visits: [{ t: '(lasting,t)' }],
  });
  const appended = await to.store.append('account-ada', 2, [event('AccountUpdated', { accountId: 'ada', changes: {} })]);
  expect(appended.position).toBeGreaterThan(before.log.at(-1)?.position ?? Number.NaN);
  await to.database.pool.query(`insert into guests (name) values ('Edsger')`);
  expect((await to.database.pool.query('select max(number)::int as last from guests')).rows).toEqual([{ last: 3 }]);
});

test('Second backup adds no file when nothing has changed, and otherwise a log segment, the new pictures and a new list of them', async () => {
  await live();
  await backUp(from, folder, { key });
  const first = files();
  expect(await backUp(from, folder, { key })).toMatchObject({ events: 2, added: 0 });
  expect(files()).toEqual(first);
  await from.store.append('note-1', 0, [event('NoteWritten')]);
  await from.blobs.put('kept/two/picture.webp', Buffer.from('another'), 'image/webp');
  expect(await backUp(from, folder, { key })).toMatchObject({ events: 3, added: 1, blobs: 2 });
  // One log segment, one picture, and a new list of pictures.
  const added = files().filter((path) => !first.includes(path));
  expect(added.map((path) => path.replace(/-.*/, ''))).toEqual([
    expect.stringMatching(/^blobs\/..\/b$/),
    expect.stringMatching(/^log\//),
    'state/blobs',
  ]);
  expect(first.filter((path) => !files().includes(path))).toHaveLength(1);
});

test('Backup of the restored log continues in the same folder, and that of the original log is refused', async () => {
  await live();
  await backUp(from, folder, { key });
  await restoreInto(to, folder, { key });
  await to.store.append('note-1', 0, [event('NoteWritten')]);
  expect(await backUp(to, folder, { key })).toMatchObject({ events: 3, added: 1 });
  await from.store.append('note-2', 0, [event('NoteWritten')]);
  await expect(backUp(from, folder, { key })).rejects.toMatchObject({ code: 'backup/other-log' });
});

test('Backup after 70 runs has fewer than 64 segments, and restores the same log', async () => {
  for (let round = 0; round < 70; round++) {
    await from.store.append(`note-${round}`, 0, [event('NoteWritten', { round })]);
    await backUp(from, folder, { key });
  }
  expect(ofKind('log/').length).toBeLessThan(64);
  await verifyBackup(await openBackup(folder, key));
  await restoreInto(to, folder, { key });
  expect((await contentOf(to)).log).toEqual((await contentOf(from)).log);
});

test('Next backup run removes the files of destroyed keys and removed pictures', async () => {
  await live();
  await backUp(from, folder, { key });
  const [keysBefore, blobsBefore] = [ofKind('state/keys'), ofKind('blobs/')];
  await from.keys.destroy('ada', 2);
  await from.blobs.remove('kept/one/picture.webp');
  expect(await backUp(from, folder, { key })).toMatchObject({ blobs: 0 });
  expect(files().filter((path) => keysBefore.includes(path) || blobsBefore.includes(path))).toEqual([]);
  await restoreInto(to, folder, { key });
  expect(await contentOf(to)).toMatchObject({ keys: [], blobs: [] });
});

test('Backup keeps pictures when most disappear from the store, unless acceptGone is true', async () => {
  const told: number[][] = [];
  const source = (acceptGone: boolean): BackupSource => ({
    ...from.source,
    blobs: { ...from.source.blobs, acceptGone, onManyGone: (...counts) => void told.push(counts) },
  });
  for (let n = 0; n < 120; n++) await from.blobs.put(`kept/${n}/picture.webp`, Buffer.from(String(n)), 'image/webp');
  expect(await backUp(from, folder, { key, source: source(false) })).toMatchObject({ blobs: 120 });
  for (let n = 0; n < 110; n++) await from.blobs.remove(`kept/${n}/picture.webp`);
  expect(await backUp(from, folder, { key, source: source(false) })).toMatchObject({ blobs: 120 });
  expect(told).toContainEqual([110, 120]);
  expect(await backUp(from, folder, { key, source: source(true) })).toMatchObject({ blobs: 10 });
});

test('Backup files contain no key, event text or table row in clear text', async () => {
  await live();
  await from.store.append('note-1', 0, [event('NoteWritten', { text: 'Quibblefrost' })]);
  await backUp(from, folder, { key });
  const { readFileSync } = await import('node:fs');
  const all = Buffer.concat(files().map((path) => readFileSync(join(folder, path))));
  for (const word of ['Quibblefrost', 'Grace', 'account-ada', key.bytes.toString('base64')]) expect(all.includes(word)).toBe(false);
});

test('Backup killed during a round leaves the previous backup restorable, and the next run continues', { timeout: 60_000 }, async () => {
  const base64 = randomBytes(32).toString('base64');
  const own = backupKeyOf(base64);
  await appendNotes(from, 2_000);
  await backUp(from, folder, { key: own });
  const before = await contentOf(from);
  await appendNotes(from, 15_000);
  const { host = '', port = 0, user = '', database = '' } = from.database.config;
  const told: BackupProcess = { database: { host, port, user: String(user), database }, folder, key: base64, pages: 12 };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'backup-process.fixture.ts'), JSON.stringify(told)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  // The kill came during the second segment.
  expect(ofKind('log/')).toHaveLength(3);
  await restoreInto(to, folder, { key: own });
  expect((await contentOf(to)).log).toEqual(before.log);
  expect(await backUp(from, folder, { key: own })).toMatchObject({ events: 17_000, added: 15_000 });
  expect(ofKind('log/')).toHaveLength(3);
  await verifyBackup(await openBackup(folder, own));
});

test('Backup refuses a concurrent run, and a folder with other files', async () => {
  const stop = new AbortController();
  const following = followLog({ folder, key, source: from.source, tell: () => {} }, stop.signal);
  await expect.poll(files).toContain('lock');
  await expect(backUp(from, folder, { key })).rejects.toMatchObject({ code: 'backup/busy' });
  stop.abort();
  await following;
  const other = temporaryFolder();
  writeFileSync(join(other, 'holiday.jpg'), '');
  await expect(backUp(from, other, { key })).rejects.toMatchObject({ code: 'backup/not-a-backup' });
  removeFolder(other);
});

test('Backup with another key is refused and changes no file', async () => {
  await backUp(from, folder, { key });
  const before = files();
  await expect(backUp(from, folder, { key: newBackupKey() })).rejects.toMatchObject({ code: 'backup/wrong-key' });
  expect(files()).toEqual(before);
});

test('Backup that follows the log contains new events and their keys within a second, and continues after an outage', async () => {
  await live();
  const stop = new AbortController();
  let away = false;
  const told: string[] = [];
  const head = async (): Promise<number> => {
    if (away) throw new EngineUnavailable('postgres', null);
    return from.store.head();
  };
  const source = { ...from.source, sealedEvents: { ...from.store, head } };
  const following = followLog({ folder, key, source, tell: (line) => told.push(line) }, stop.signal);
  const backedUp = async (): Promise<number> =>
    (await openBackup(folder, key).catch(() => null))?.manifest.segments.reduce((sum, { events }) => sum + events, 0) ?? 0;
  await expect.poll(backedUp, { timeout: 5_000 }).toBe(2);
  await from.keys.add([{ accountId: 'bob', life: 1, key: randomBytes(32) }]);
  await from.store.append('account-bob', 0, [
    event('AccountCreated', { accountId: 'bob' }),
    event('AccountUpdated', { accountId: 'bob', changes: {} }),
  ]);
  await expect.poll(backedUp, { timeout: 1_000, interval: 50 }).toBe(4);
  away = true;
  await expect.poll(() => told.some((line) => line.startsWith('postgres is away'))).toBe(true);
  away = false;
  await from.store.append('note-1', 0, [event('NoteWritten')]);
  await expect.poll(backedUp, { timeout: 5_000 }).toBe(5);
  await from.store.append('note-2', 0, [event('NoteWritten')]);
  stop.abort();
  expect(await following).toMatchObject({ events: 6, added: 6 });
  await restoreInto(to, folder, { key });
  expect((await contentOf(to)).keys).toEqual((await contentOf(from)).keys);
});
