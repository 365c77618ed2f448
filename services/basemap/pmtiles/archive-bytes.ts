import { open, stat } from 'node:fs/promises';
import { ArchiveReplaced } from './remote-bytes.ts';

/** Where the bytes of an archive are read. */
export interface ArchiveBytes {
  /** The archive among others that a process has open. */
  name: string;
  /** Fewer than were asked for where the archive ends. */
  read(offset: number, length: number): Promise<Buffer<ArrayBuffer>>;
  /** Validators of its server, the same for every process that asks; empty where the server sends none. */
  edition(): string;
  close(): Promise<void>;
}

/** @throws when there is no such file. */
export async function fileBytes(path: string): Promise<ArchiveBytes> {
  const file = await open(path);
  return {
    name: path,
    async read(offset, length) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
    edition: () => '',
    close: () => file.close(),
  };
}

/**
 * The same of a file that somebody may exchange meanwhile: reading throws ArchiveReplaced once it was written to, or another one has its name.
 * @throws when there is no such file.
 */
export async function watchedFileBytes(path: string): Promise<ArchiveBytes> {
  const before = await markOf(path);
  const bytes = await fileBytes(path);
  return {
    ...bytes,
    async read(offset, length) {
      const part = await bytes.read(offset, length);
      // Looked at after it was read: what was read before a change is of the archive that was opened.
      if ((await markOf(path)) !== before) throw new ArchiveReplaced();
      return part;
    },
  };
}

async function markOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
  return [dev, ino, size, mtimeNs].join();
}
