import { streamName } from '@waystory/infra/commands/decider.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { upcast } from '@waystory/proto/kit/event.ts';
import { fileEvents } from '@waystory/proto/media/file.ts';
import type { PostFile } from '@waystory/proto/social/post.ts';

/** Reads the picture that an account uploaded, as of the last write; null when the account has none with this id. */
export type ReadFile = (fileId: string, accountId: string) => Promise<PostFile | null>;

export const fileReader =
  (events: Pick<EventStore, 'read'>): ReadFile =>
  async (fileId, accountId) => {
    const last = (await events.read(streamName('file', fileId))).findLast(({ type }) => Object.hasOwn(fileEvents.schemas, type));
    if (last?.type !== 'FileUploaded') return null;
    const { accountId: owner, ...file } = fileEvents.schemas.FileUploaded.parse(upcast(fileEvents, last));
    const { url, mimeType, width, height } = file;
    return owner === accountId ? { url, mimeType, width, height } : null;
  };
