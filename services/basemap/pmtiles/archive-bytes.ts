import { open } from 'node:fs/promises';

/** Where the bytes of an archive are read. */
export interface ArchiveBytes {
  /** The archive among others that a process has open. */
  name: string;
  /** Fewer than were asked for where the archive ends. */
  read(offset: number, length: number): Promise<Buffer<ArrayBuffer>>;
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
    close: () => file.close(),
  };
}
