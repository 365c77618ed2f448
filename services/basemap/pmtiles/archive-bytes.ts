import { open, stat } from 'node:fs/promises';
import { ArchiveReplaced } from './remote-bytes.ts';

/** Byte source of an archive. */
export interface ArchiveBytes {
  /** Name that is unique among the open archives of a process. */
  name: string;
  /** Returns fewer bytes than requested at the end of the archive. */
  read(offset: number, length: number): Promise<Buffer<ArrayBuffer>>;
  /** Validator of the server, an ETag or a date, equal in every process; empty without a validator. */
  edition(): string;
  close(): Promise<void>;
}

/** @throws When the file does not exist. */
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
 * Bytes of a file that may be replaced: a read after an overwrite or rename throws ArchiveReplaced.
 * @throws When the file does not exist.
 */
export async function watchedFileBytes(path: string): Promise<ArchiveBytes> {
  const before = await markOf(path);
  const bytes = await fileBytes(path);
  return {
    ...bytes,
    async read(offset, length) {
      const part = await bytes.read(offset, length);
      // Checked after the read: bytes read before a change belong to the opened archive.
      if ((await markOf(path)) !== before) throw new ArchiveReplaced();
      return part;
    },
  };
}

async function markOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
  return [dev, ino, size, mtimeNs].join();
}
