import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { FileRoom } from '@waystory/proto/media/file.ts';
import { fileStream } from './file.ts';
import { fileRooms } from './files.projection.ts';

/** Most pictures of one account, of any size. */
export const mostFiles = 20_000;

const megabyte = 1_000_000;

/** Checks that an account has room for one more file. @throws Rejected `file/too-many`. */
export type FileRoomCheck = (
  of: { accountId: string; fileId: string },
  services: { reads: Pick<Reads, 'one'>; commands: Pick<CommandHandler, 'load'> },
) => Promise<void>;

/**
 * Counts files in the read model, so concurrent uploads may exceed the limit together. A file already kept passes.
 * @param megabytes Limit per account; 0 means none.
 */
export const fileRoomOf =
  (megabytes: number): FileRoomCheck =>
  async ({ accountId, fileId }, { reads, commands }) => {
    const room = await reads.one(fileRooms, accountId);
    if (!room || !isFull(room, megabytes) || (await commands.load(fileStream, fileId)).state.file) return;
    throw new Rejected('file/too-many', { bytes: room.bytes, most: megabytes * megabyte });
  };

const isFull = ({ files, bytes }: FileRoom, megabytes: number): boolean => megabytes > 0 && (files >= mostFiles || bytes >= megabytes * megabyte);
