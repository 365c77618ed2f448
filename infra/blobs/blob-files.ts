import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { chmod, type FileHandle, link, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { EngineUnavailable } from '../errors.ts';
import { type BlobInfo, isBlobName, type StoredBlob } from './port.ts';

/** A blob is one file, so that type and content change together: the type as JSON, padded to this many bytes, then the content. */
const headerLength = 128;
/** Suffix of every file, so that a blob and a folder may share a name: `a` and `a/b`. */
const ending = '~';
/** Age of an abandoned draft, milliseconds. */
const abandonedAfterMs = 3_600_000;
/** Attempts to publish into a folder that a concurrent removal deletes. */
const attempts = 5;

/** Mode of folders that only this user may enter. */
const onlyOurs = 0o700;

/** Creates a private folder, or makes an existing one private. */
export async function ensurePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: onlyOurs });
  // File systems without modes may refuse the change, which is harmless.
  await chmod(path, onlyOurs).catch(() => {});
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Converts disk errors to EngineUnavailable, because no caller could fix them. */
async function disk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new EngineUnavailable('blobs', error);
  }
}

/** Null when the path does not exist. */
const ifThere = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw error;
  });

/** Blobs as files below a folder. The caller has checked the names. */
export interface BlobFiles {
  /** Resolves with false when mode is `create` and the name exists. */
  write(name: string, content: AsyncIterable<Uint8Array>, mimeType: string, mode: 'replace' | 'create'): Promise<boolean>;
  info(name: string): Promise<BlobInfo | null>;
  read(name: string): Promise<StoredBlob | null>;
  remove(name: string): Promise<void>;
  list(prefix: string): AsyncIterable<string>;
}

/** @param root Folder of the blobs. @param drafts Folder on the same disk for incomplete files. Both are created on demand. */
export function blobFiles(root: string, drafts: string): BlobFiles {
  const pathOf = (name: string): string => join(root, ...`${name}${ending}`.split('/'));
  let swept: Promise<void> | undefined;

  return {
    async write(name, content, mimeType, mode) {
      swept ??= disk(async () => {
        await ensurePrivateFolder(root);
        await sweepDrafts(drafts);
      });
      await swept;
      const draft = join(drafts, randomUUID());
      try {
        await writeDraft(draft, content, mimeType);
        return await disk(() => publish(draft, pathOf(name), mode));
      } finally {
        await rm(draft, { force: true }).catch(() => {}); // the sweep removes it later
      }
    },
    info: (name) => disk(() => ifThere(withFile(pathOf(name), infoOf))),
    read: (name) => disk(() => ifThere(openBlob(pathOf(name)))),
    remove: (name) =>
      disk(async () => {
        const path = pathOf(name);
        await ifThere(unlink(path));
        if (dirname(path) !== root) await rmdir(dirname(path)).catch(() => {}); // the folder holds other blobs
      }),
    list(prefix) {
      // Starts at the folder of the prefix, so that other folders cost nothing.
      const at = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      return at === '' || isBlobName(at.slice(0, -1)) ? walk(join(root, at), at, prefix) : nothing();
    },
  };
}

async function writeDraft(path: string, content: AsyncIterable<Uint8Array>, mimeType: string): Promise<void> {
  const file = await disk(() => open(path, 'wx', 0o600));
  try {
    await disk(() => file.writeFile(`${JSON.stringify({ mimeType }).padEnd(headerLength - 1)}\n`));
    for await (const chunk of content) await disk(() => file.writeFile(chunk));
    await disk(() => file.sync());
  } finally {
    await file.close().catch(() => {}); // the draft is complete or abandoned
  }
}

/** Renames a draft to its final name, atomically and durably. */
async function publish(draft: string, path: string, mode: 'replace' | 'create'): Promise<boolean> {
  const folder = dirname(path);
  for (let attempt = 1; ; attempt++) {
    await mkdir(folder, { recursive: true, mode: onlyOurs });
    try {
      await (mode === 'create' ? link(draft, path) : rename(draft, path));
      break;
    } catch (error) {
      if (mode === 'create' && codeOf(error) === 'EEXIST') return false;
      // A concurrent removal of the last blob deleted the folder.
      if (codeOf(error) !== 'ENOENT' || attempt === attempts) throw error;
    }
  }
  await syncFolder(folder);
  return true;
}

/** Syncs a folder, so that the new name survives a power cut. Some systems need not and cannot do this. */
async function syncFolder(folder: string): Promise<void> {
  await withFile(folder, (handle) => handle.sync()).catch(() => {});
}

async function withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

async function infoOf(file: FileHandle): Promise<BlobInfo> {
  const { buffer } = await file.read(Buffer.alloc(headerLength), 0, headerLength, 0);
  const { mimeType } = JSON.parse(buffer.toString()) as { mimeType: string }; // as: written by `writeDraft`
  return { size: (await file.stat()).size - headerLength, mimeType };
}

async function openBlob(path: string): Promise<StoredBlob> {
  const file = await open(path, 'r');
  try {
    const info = await infoOf(file);
    if (info.size > 0) return { ...info, content: file.createReadStream({ start: headerLength }) };
    await file.close();
    return { ...info, content: Readable.from([]) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Removes drafts of crashed processes. */
async function sweepDrafts(drafts: string): Promise<void> {
  await ensurePrivateFolder(drafts);
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name);
    const known = await ifThere(stat(path));
    if (known && Date.now() - known.mtimeMs > abandonedAfterMs) await rm(path, { force: true });
  }
}

/** Yields nothing, because no blob has an invalid name. */
async function* nothing(): AsyncGenerator<string> {}

/** Yields the names below a folder with this prefix; `at` is the blob name of the folder. */
async function* walk(folder: string, at: string, prefix: string): AsyncGenerator<string> {
  const entries = (await disk(() => ifThere(readdir(folder, { withFileTypes: true })))) ?? [];
  const parts = entries.map((entry: Dirent) => (entry.isDirectory() ? `${entry.name}/` : entry.name.slice(0, -ending.length)));
  for (const part of parts.sort()) {
    const name = at + part;
    const isFolder = part.endsWith('/');
    if (isFolder ? name.startsWith(prefix) || prefix.startsWith(name) : name.startsWith(prefix)) {
      if (isFolder) yield* walk(join(folder, part), name, prefix);
      else yield name;
    }
  }
}
