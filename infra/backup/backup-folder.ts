import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { withLock } from '../lock.ts';
import { blobFilesOf, type KeptBlobs, readBlobList } from './kept-blobs.ts';
import { type Manifest, manifestName, readManifest, syncFolder, writeManifest } from './manifest.ts';
import { type BackupKey, BackupRefused, isBackupPath, type SealedFile, type Vault } from './sealed-file.ts';

const lockName = 'lock';

/** An open backup: its folder with the key, its manifest and its list of blobs. */
export interface Backup {
  vault: Vault;
  manifest: Manifest;
  blobs: KeptBlobs;
}

const nothing: Manifest = {
  madeAt: '',
  asOf: '',
  issuer: '',
  last: null,
  segments: [],
  keys: [],
  tables: null,
  steps: {},
  blobs: null,
  blobBytes: 0,
};

/**
 * Opens the backup in a folder.
 * @throws BackupRefused when the folder contains no backup, or one that cannot be opened.
 */
export async function openBackup(folder: string, key: BackupKey): Promise<Backup> {
  const found = await readManifest(folder, key);
  if (!found) throw new BackupRefused('backup/no-backup', `There is no backup in ${folder}`);
  return { ...found, blobs: await readBlobList(found.vault, found.manifest.blobs) };
}

/**
 * Extends a backup, or creates one, under a lock. Files of an interrupted run are removed first.
 * @throws BackupRefused when the folder is locked, holds only other files, or holds a backup that cannot be opened.
 */
export async function withLockedBackup<T>(folder: string, key: BackupKey, work: (backup: Backup) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const foreign = (await pathsIn(folder)).find((path) => !isBackupPath(path) && !isBeside(path));
  if (foreign && !existsSync(join(folder, manifestName)))
    throw new BackupRefused('backup/not-a-backup', `${folder} is not empty and holds no backup (${foreign}): choose another folder`);
  const busy = (): never => {
    throw new BackupRefused('backup/busy', `Another process adds to the backup in ${folder}`);
  };
  return withLock(join(folder, lockName), {
    onWait: busy,
    work: async () => {
      const found = await readManifest(folder, key);
      const backup = found
        ? { ...found, blobs: await readBlobList(found.vault, found.manifest.blobs) }
        : { vault: { folder, key, id: randomUUID() }, manifest: nothing, blobs: new Map() };
      await removeOrphanFiles(backup);
      return work(backup);
    },
  });
}

const isBeside = (path: string): boolean => path.startsWith(manifestName) || path.startsWith(lockName);

async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** All files of a backup, in the order of verification. */
export const filesIn = ({ manifest: { segments, keys, tables, blobs: list }, blobs }: Omit<Backup, 'vault'>): SealedFile[] => [
  ...segments,
  ...keys,
  ...(tables ? [tables] : []),
  ...(list ? [list] : []),
  ...blobFilesOf(blobs),
];

/** Removes files of interrupted runs, which no manifest names. */
export async function removeOrphanFiles(backup: Backup): Promise<void> {
  const named = new Set(filesIn(backup).map(({ name }) => name));
  const { folder } = backup.vault;
  for (const path of await pathsIn(folder)) if (isBackupPath(path) && !named.has(path)) await rm(join(folder, path));
}

/** Replaces the manifest, then removes files that only the old one named. */
export async function publishManifest(before: Backup, after: Backup): Promise<void> {
  const { folder } = after.vault;
  const named = new Set(filesIn(after).map(({ name }) => name));
  const known = new Set(filesIn(before).map(({ name }) => name));
  const added = [...named].filter((name) => !known.has(name));
  // A power cut may lose the names of files and folders, so each changed folder is synced.
  const changed = new Set(added.flatMap((name) => [dirname(name), dirname(dirname(name))]));
  for (const path of changed) await syncFolder(join(folder, path));
  await writeManifest(after.vault, after.manifest);
  for (const name of known) if (!named.has(name)) await rm(join(folder, name), { force: true });
}
