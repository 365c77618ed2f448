import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { chmod, type FileHandle, link, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { EngineUnavailable } from '../errors.ts';
import { isBlobName } from './blob-name.ts';
import type { BlobInfo, StoredBlob } from './port.ts';

/** A blob is one file, so that content and type come and go together: the type as JSON, filled up to this many bytes, then the content. */
const headerLength = 128;
/** Ends the name of every file, so that a blob may be called as a folder is: `a` and `a/b`. */
const ending = '~';
/** Age at which a draft belongs to nobody any more, milliseconds. */
const abandonedAfterMs = 3_600_000;
/** How often a folder may vanish under a blob that is being put into it. */
const attempts = 5;

/** Mode of folders that nobody else on the machine looks into. */
const onlyOurs = 0o700;

/** Makes a folder that nobody else looks into, or closes the one that is there. */
export async function closedFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: onlyOurs });
  // Where files have no modes, it stays as it is.
  await chmod(path, onlyOurs).catch(() => {});
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Does something with the disk. What goes wrong there is no fault of whoever asked. */
async function disk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new EngineUnavailable('blobs', error);
  }
}

/** The result, or null when there is nothing at that path. */
const ifThere = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw error;
  });

/** Blobs as files below a folder. Names were checked before. */
export interface BlobFiles {
  /** Answers whether it was stored: with `create` it is not when there is one of that name. */
  write(name: string, content: AsyncIterable<Uint8Array>, mimeType: string, mode: 'replace' | 'create'): Promise<boolean>;
  info(name: string): Promise<BlobInfo | null>;
  read(name: string): Promise<StoredBlob | null>;
  remove(name: string): Promise<void>;
  list(prefix: string): AsyncIterable<string>;
}

/** @param root folder of the blobs, `drafts` folder on the same disk for what is not whole yet; both are made when they are needed. */
export function blobFiles(root: string, drafts: string): BlobFiles {
  const pathOf = (name: string): string => join(root, ...`${name}${ending}`.split('/'));
  let swept: Promise<void> | undefined;

  return {
    async write(name, content, mimeType, mode) {
      swept ??= disk(async () => {
        await closedFolder(root);
        await sweepDrafts(drafts);
      });
      await swept;
      const draft = join(drafts, randomUUID());
      try {
        await writeDraft(draft, content, mimeType);
        return await disk(() => publish(draft, pathOf(name), mode));
      } finally {
        await rm(draft, { force: true }).catch(() => {}); // swept some other time
      }
    },
    info: (name) => disk(() => ifThere(withFile(pathOf(name), infoOf))),
    read: (name) => disk(() => ifThere(openBlob(pathOf(name)))),
    remove: (name) =>
      disk(async () => {
        const path = pathOf(name);
        await ifThere(unlink(path));
        if (dirname(path) !== root) await rmdir(dirname(path)).catch(() => {}); // others are still in it
      }),
    list(prefix) {
      // Straight to the folder that all of them are in, however many others there are beside it.
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
    await file.close().catch(() => {}); // it is whole already, or it is given up
  }
}

/** Gives a draft its name, at once and for good. */
async function publish(draft: string, path: string, mode: 'replace' | 'create'): Promise<boolean> {
  const folder = dirname(path);
  for (let attempt = 1; ; attempt++) {
    await mkdir(folder, { recursive: true, mode: onlyOurs });
    try {
      await (mode === 'create' ? link(draft, path) : rename(draft, path));
      break;
    } catch (error) {
      if (mode === 'create' && codeOf(error) === 'EEXIST') return false;
      // The last blob of the folder was removed a moment ago, and the folder with it.
      if (codeOf(error) !== 'ENOENT' || attempt === attempts) throw error;
    }
  }
  await syncFolder(folder);
  return true;
}

/** The name itself outlives a power cut. Some systems cannot, and need not, do this. */
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
  const { mimeType } = JSON.parse(buffer.toString()) as { mimeType: string }; // as `writeDraft` wrote it
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

/** Drafts of processes that died. */
async function sweepDrafts(drafts: string): Promise<void> {
  await closedFolder(drafts);
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name);
    const known = await ifThere(stat(path));
    if (known && Date.now() - known.mtimeMs > abandonedAfterMs) await rm(path, { force: true });
  }
}

/** No name begins with what is none. */
async function* nothing(): AsyncGenerator<string> {}

/** Names below a folder that begin with `prefix`; `at` is what they all begin with. */
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
