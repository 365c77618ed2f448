import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { StorageUsage } from '@waystory/proto/media/file.ts';
import { fileStream } from './file.ts';
import { storageUsage } from './files.projection.ts';

/** Most pictures of one account, whatever their size in bytes. */
export const mostFiles = 20_000;

const megabyte = 1_000_000;

/** Checks that the storage quota of an account allows one more file. @throws Rejected `file/too-many`. */
export type StorageCheck = (
  of: { accountId: string; fileId: string },
  services: { reads: Pick<Reads, 'one'>; commands: Pick<CommandHandler, 'load'> },
) => Promise<void>;

/**
 * Reads the usage from the read model, so concurrent uploads may exceed the quota together. A file that is stored already passes the check.
 * @param megabytes Quota per account, megabytes; 0 means no quota.
 */
export const createStorageCheck =
  (megabytes: number): StorageCheck =>
  async ({ accountId, fileId }, { reads, commands }) => {
    const room = await reads.one(storageUsage, accountId);
    if (!room || !isFull(room, megabytes) || (await commands.load(fileStream, fileId)).state.file) return;
    throw new Rejected('file/too-many', { bytes: room.bytes, most: megabytes * megabyte });
  };

const isFull = ({ files, bytes }: StorageUsage, megabytes: number): boolean => megabytes > 0 && (files >= mostFiles || bytes >= megabytes * megabyte);
