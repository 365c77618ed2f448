import { randomBytes } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Backup, openBackup } from './backup-folder.ts';
import {
  appendNotes,
  type BackupEngines,
  backUp,
  contentOf,
  event,
  guests,
  newBackupKey,
  openEmptyEngines,
  openMigratedEngines,
  removeFolder,
  restoreInto,
  temporaryFolder,
} from './backup-world.fixture.ts';
import { writeManifest } from './manifest.ts';

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

/** Expects that the target has not even a table. */
async function expectUntouched(): Promise<void> {
  expect((await to.database.pool.query(`select tablename from pg_tables where schemaname = 'public'`)).rows).toEqual([]);
}

describe('restore of a damaged backup names the file and changes nothing:', () => {
  let backup: Backup;
  const path = (name: string): string => join(folder, name);
  const segment = (place: number): string => path(backup.manifest.segments[place]?.name ?? '');
  beforeEach(async () => {
    await from.keys.add([{ accountId: 'ada', life: 1, key: randomBytes(32) }]);
    await from.blobs.put('kept/one/picture.webp', Buffer.from('a picture'), 'image/webp');
    for (let round = 0; round < 3; round++) {
      await appendNotes(from, 100);
      await backUp(from, folder, { key });
    }
    backup = await openBackup(folder, key);
  });
  const refused = async (name: string, how: RegExp): Promise<void> => {
    const failed = await restoreInto(to, folder, { key }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'backup/damaged', message: expect.stringContaining(name) });
    expect(failed).toMatchObject({ message: expect.stringMatching(how) });
    await expectUntouched();
  };
  const flipped = (name: string): void => {
    const bytes = readFileSync(path(name));
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(path(name), bytes);
  };

  test.each<[string, (backup: Backup) => string | undefined]>([
    ['a part of the log', ({ manifest }) => manifest.segments[1]?.name],
    ['keys', ({ manifest }) => manifest.keys[0]?.name],
    ['rows', ({ manifest }) => manifest.tables?.name],
    ['the list of pictures', ({ manifest }) => manifest.blobs?.name],
    ['a picture', ({ blobs }) => blobs.get('kept/one/picture.webp')?.file.name],
  ])('one flipped bit of %s', async (_, of) => {
    const name = of(backup) ?? '';
    flipped(name);
    await refused(name, /is not what was written/);
  });

  test('a flipped bit of the manifest', async () => {
    const text = readFileSync(path('manifest.json'), 'utf8');
    writeFileSync(
      path('manifest.json'),
      text.replace(/"sealed":"(.{40})(.)/, (_, before, one) => `"sealed":"${before}${one === 'A' ? 'B' : 'A'}`),
    );
    await refused('manifest.json', /is not what was written/);
  });

  test('a missing file', async () => {
    rmSync(segment(1));
    await refused(backup.manifest.segments[1]?.name ?? '', /is missing/);
  });

  test('a truncated file', async () => {
    writeFileSync(segment(2), readFileSync(segment(2)).subarray(0, -20));
    await refused(backup.manifest.segments[2]?.name ?? '', /bytes in place of/);
  });

  test('two swapped files', async () => {
    copyFileSync(segment(0), path('aside'));
    copyFileSync(segment(1), segment(0));
    copyFileSync(path('aside'), segment(1));
    await refused(backup.manifest.segments[0]?.name ?? '', /./);
  });

  test('two segments reordered by a holder of the key', async () => {
    const [first, second, third] = backup.manifest.segments;
    if (!first || !second || !third) throw new Error('there are fewer');
    await writeManifest(backup.vault, { ...backup.manifest, segments: [second, first, third] });
    await refused(second.name, /does not follow/);
  });

  test('a segment missing from the manifest', async () => {
    const [first, , third] = backup.manifest.segments;
    if (!first || !third) throw new Error('there are fewer');
    await writeManifest(backup.vault, { ...backup.manifest, segments: [first, third] });
    await refused(third.name, /does not follow/);
  });
});

test('Restore with a wrong key reports both key ids and changes nothing', async () => {
  await backUp(from, folder, { key });
  const other = newBackupKey();
  await expect(restoreInto(to, folder, { key: other })).rejects.toThrow(`that one is ${key.id}, this one ${other.id}`);
  await expectUntouched();
});

test('Restore is refused for a folder without a backup, and for a backup in a newer format', async () => {
  await expect(restoreInto(to, folder, { key })).rejects.toMatchObject({ code: 'backup/no-backup' });
  await backUp(from, folder, { key });
  const path = join(folder, 'manifest.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('waystory-backup/1', 'waystory-backup/2'));
  await expect(restoreInto(to, folder, { key })).rejects.toMatchObject({ code: 'backup/newer' });
});

describe('restore into engines that are not empty', () => {
  beforeEach(async () => {
    await from.blobs.put('kept/one/picture.webp', Buffer.from('a picture'), 'image/webp');
    await appendNotes(from, 10);
    await backUp(from, folder, { key });
  });
  const refused = async (what: string): Promise<void> => {
    const before = await to.store.head();
    const failed = await restoreInto(to, folder, { key }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'backup/target-not-empty', message: expect.stringContaining(what) });
    expect(await to.store.head()).toBe(before);
  };
  const migrateGuests = (world: BackupEngines) => world.database.pool.query(guests.steps[0] ?? '');

  test('is refused when the target log has events', async () => {
    await to.store.append('note-1', 0, [event('NoteWritten')]);
    await refused('events (1 rows)');
  });
  test('is refused when the target has personal keys', async () => {
    await to.keys.add([{ accountId: 'bob', life: 1, key: randomBytes(32) }]);
    await refused('personal_keys (1 rows)');
  });
  test('is refused when a kept table of the target has rows', async () => {
    await migrateGuests(to);
    await to.database.pool.query(`insert into guests (name) values ('Edsger')`);
    await refused('guests (1 rows)');
  });
  test('is refused when the target has pictures outside the backup', async () => {
    await to.blobs.put('kept/other/picture.webp', Buffer.from('of others'), 'image/webp');
    await refused('the blob kept/other/picture.webp');
  });
  test('is refused when the target has read models of another log', async () => {
    const target = {
      pool: to.database.pool,
      blobs: to.blobs,
      blobPrefix: 'kept/',
      tables: [guests],
      derived: async () => ['the read model stories'],
    };
    await expect(restoreInto(to, folder, { key, target })).rejects.toThrow('there is the read model stories');
    await expectUntouched();
  });
  test('replaces pictures of an interrupted restore', async () => {
    await to.blobs.put('kept/one/picture.webp', Buffer.from('a pic'), 'image/webp');
    await restoreInto(to, folder, { key });
    expect((await contentOf(to)).blobs).toEqual((await contentOf(from)).blobs);
  });
});

describe('restore of tables', () => {
  const later = { ...guests, steps: [...guests.steps, 'alter table guests add column born int not null default 1900'] };
  const target = () => ({ pool: to.database.pool, blobs: to.blobs, blobPrefix: 'kept/', tables: [later], derived: async () => [] });

  test('from an older release inserts the rows and migrates them', async () => {
    await from.database.pool.query(`insert into guests (name) values ('Grace')`);
    await backUp(from, folder, { key });
    await restoreInto(to, folder, { key, target: target() });
    expect((await to.database.pool.query('select name, born from guests')).rows).toEqual([{ name: 'Grace', born: 1900 }]);
  });

  test('from a newer release is refused', async () => {
    await from.database.pool.query(later.steps[1] ?? '');
    await from.database.pool.query(`insert into migrations values ('guests', 2, 'later')`);
    await backUp(from, folder, { key });
    await expect(restoreInto(to, folder, { key })).rejects.toMatchObject({ code: 'backup/newer' });
    expect(await to.store.head()).toBe(0);
  });
});

describe('restore after an erasure', () => {
  test('omits keys destroyed by an erasure, even in an older backup, and keeps the key of a returned account', async () => {
    await from.keys.add([
      { accountId: 'ada', life: 1, key: randomBytes(32) },
      { accountId: 'ada', life: 3, key: randomBytes(32) },
      { accountId: 'bob', life: 1, key: randomBytes(32) },
    ]);
    const [created, deleted] = [() => event('AccountCreated', { accountId: 'ada' }), event('AccountDeleted', { accountId: 'ada' })];
    await from.store.append('account-ada', 0, [created(), deleted, created()]);
    await backUp(from, folder, { key });
    await restoreInto(to, folder, { key });
    expect((await contentOf(to)).keys.map(({ accountId, life }) => [accountId, life])).toEqual([
      ['ada', 3],
      ['bob', 1],
    ]);
  });

  test('keeps the account erased when the log is restored to a time before the erasure', async () => {
    const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 28, 12, minute));
    const of = (type: string, accountId: string, minute: number) => event(type, { accountId }, at(minute));
    await from.keys.add(['ada', 'bob'].map((accountId) => ({ accountId, life: 1, key: randomBytes(32) })));
    await from.store.append('account-ada', 0, [of('AccountCreated', 'ada', 0)]);
    await from.store.append('account-bob', 0, [of('AccountCreated', 'bob', 1)]);
    await from.store.append('account-cid', 0, [of('AccountCreated', 'cid', 2), of('AccountDeleted', 'cid', 3)]);
    const kept = (await contentOf(from)).log;
    // After that time ada writes, is erased, returns and is erased again; account dan is created and erased.
    await from.store.append('account-ada', 1, [of('AccountUpdated', 'ada', 20), of('AccountDeleted', 'ada', 21)]);
    await from.store.append('account-ada', 3, [of('AccountCreated', 'ada', 22), of('AccountDeleted', 'ada', 23)]);
    await from.store.append('account-dan', 0, [of('AccountCreated', 'dan', 24), of('AccountDeleted', 'dan', 25)]);
    await from.keys.destroy('ada', 6);
    await backUp(from, folder, { key });
    expect(await restoreInto(to, folder, { key, until: at(10) })).toMatchObject({ events: 4, erasures: 1, lastAt: at(3).toISOString() });
    const { log, keys } = await contentOf(to);
    expect(log.slice(0, 4)).toEqual(kept);
    expect(log.slice(4)).toMatchObject([{ stream: 'account-ada', version: 2, type: 'AccountDeleted', data: { accountId: 'ada' } }]);
    expect(keys.map(({ accountId }) => accountId)).toEqual(['bob']);
  });
});

describe('restore to a point in time', () => {
  const at = (second: number): Date => new Date(Date.UTC(2026, 10, 28, 12, 0, second));
  beforeEach(async () => {
    for (const second of [1, 2, 3, 4]) {
      await from.store.append(`picture-${second}`, 0, [event('PictureTaken', { picture: `p${second}` }, at(second))]);
      await from.blobs.put(`kept/p${second}/picture.webp`, Buffer.from(String(second)), 'image/webp');
    }
    await backUp(from, folder, { key });
  });

  test('ends before the first later event, with only the pictures of the restored events', async () => {
    expect(await restoreInto(to, folder, { key, until: at(2) })).toMatchObject({ events: 2, blobs: 2, lastAt: at(2).toISOString() });
    const { log, blobs } = await contentOf(to);
    expect(log.map(({ data }) => data.picture)).toEqual(['p1', 'p2']);
    expect(blobs.map(([name]) => name)).toEqual(['kept/p1/picture.webp', 'kept/p2/picture.webp']);
  });

  test('after the last event restores the whole log', async () => {
    expect(await restoreInto(to, folder, { key, until: at(59) })).toMatchObject({ events: 4, blobs: 4 });
  });

  test('before the first event is refused', async () => {
    await expect(restoreInto(to, folder, { key, until: at(0) })).rejects.toMatchObject({ code: 'backup/nothing-before' });
    await expectUntouched();
  });
});
