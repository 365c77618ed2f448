import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '@waystory/infra/blobs/port.ts';
import type { CommandContext, CommandHandler, CommandOutcome } from '@waystory/infra/commands/command-handler.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { RouteResponse } from '@waystory/infra/http/route-handler.ts';
import { createWorkQueue, type WorkQueue } from '@waystory/infra/work-queue.ts';
import { largestUploadBytes, type UploadedFile } from '@waystory/proto/media/file.ts';
import { grantBlobName, incomingBlobName, narrowCopyBlobName, pictureBlobName, type Upload } from './blob-names.ts';
import { type FileState, fileStream, type NewFile } from './file.ts';
import { type Picture, reencode } from './reencode.ts';

/** Most concurrent re-encodings, and most uploads that wait for one. */
const [atOnce, mostWaiting] = [2, 30];
const pictureType = 'image/webp';

/** File name, type and size that the uploader claims. */
export interface UploadClaims {
  filename: string;
  mimeType: string;
  /** Claimed size, bytes; not checked when undefined. */
  size?: number;
}

/** Turns uploads into files. */
export interface UploadConverter {
  /**
   * Converts an upload to its file, idempotently: a repeated call returns the same file. After the conversion or a rejection, an empty placeholder
   * replaces the upload.
   * @throws Rejected when the upload is missing, differs from its claims or is no picture; `request/overloaded` when the queue is full.
   */
  keep(upload: Upload, said: UploadClaims, context: CommandContext, commands: CommandHandler): Promise<RouteResponse<UploadedFile>>;
}

const pictures = () => createWorkQueue({ atOnce, waiting: mostWaiting, refusal: () => new Rejected('request/overloaded') });

export function createUploadConverter(blobs: Blobs, queue = pictures()): UploadConverter {
  return {
    async keep(upload, said, context, commands) {
      const { fileId, accountId } = upload;
      const source = incomingBlobName(upload);
      let stored: Stored | null = null;
      /** The file if it exists already; a file never changes, whatever the claims. */
      const kept = async (): Promise<NewFile | null> => {
        const { state } = await commands.load(fileStream, fileId);
        // The account of the upload replaces that of the stored file, so that the decider refuses the file of another account.
        return state.file && { ...state.file, accountId };
      };
      const toKeep = async (): Promise<NewFile> => {
        const before = await kept();
        if (before) return before;
        try {
          const picture = await pictureOf(blobs, queue, accountId, source, said);
          stored = { picture, file: await storePicture(blobs, picture, { accountId, fileId, filename: said.filename }) };
          return stored.file;
        } catch (error) {
          // A concurrent call may have converted the upload to the same file.
          const meanwhile = await kept();
          if (meanwhile) return meanwhile;
          if (error instanceof Rejected && isAboutContent(error)) await useUp(blobs, upload);
          throw error;
        }
      };
      const command = async () => ({ type: 'KeepFile' as const, fileId, file: await toKeep() });
      const outcome = await commands.execute(fileStream, fileId, async () => [await command()], context);
      if (stored) {
        await dropUnless(blobs, outcome.state.file?.blobName, stored);
        await useUp(blobs, upload);
      }
      return answerOf(outcome);
    },
  };
}

/** True when another attempt with the same upload would be refused, too. */
const isAboutContent = ({ code }: Rejected): boolean => code !== 'file/unknown' && code !== 'request/overloaded';

/** A picture, with the file record of its stored blobs. */
interface Stored {
  file: NewFile;
  picture: Picture;
}

function answerOf({ state, position, replayed }: CommandOutcome<FileState>): RouteResponse<UploadedFile> {
  if (!state.file) throw new Rejected('file/unknown');
  return { body: state.file, position, replayed };
}

/**
 * Replaces the upload with an empty placeholder, so that its URL accepts no second upload. The sweep removes the placeholder after the URL expires.
 */
async function useUp(blobs: Blobs, upload: Upload): Promise<void> {
  try {
    await blobs.put(incomingBlobName(upload), new Uint8Array(), pictureType);
    await blobs.remove(grantBlobName(upload));
  } catch {} // the sweep removes it later
}

async function pictureOf(blobs: Blobs, queue: WorkQueue, accountId: string, source: string, said: UploadClaims): Promise<Picture> {
  const info = await blobs.info(source);
  if (!info) throw new Rejected('file/unknown');
  if (info.size === 0) throw new Rejected('file/empty');
  if (info.size > largestUploadBytes(said.mimeType)) throw new Rejected('request/too-large');
  if (said.size !== undefined && said.size !== info.size) throw new Rejected('file/wrong-size', { size: info.size });
  // An upload is read inside the queue, so that waiting uploads take no memory.
  return queue.run(accountId, async () => {
    const stored = await blobs.read(source);
    if (!stored) throw new Rejected('file/unknown');
    return reencode(await buffer(stored.content), said.mimeType);
  });
}

async function storePicture(blobs: Blobs, picture: Picture, of: { accountId: string; fileId: string; filename: string }): Promise<NewFile> {
  const { bytes, width, height, narrowed } = picture;
  const blobName = pictureBlobName(of.fileId, createHash('sha256').update(bytes).digest('hex').slice(0, 16));
  for (const one of narrowed) await blobs.put(narrowCopyBlobName(blobName, one.width), one.bytes, pictureType);
  await blobs.put(blobName, bytes, pictureType);
  const { accountId, filename } = of;
  return { accountId, blobName, url: `/${blobName}`, filename, mimeType: pictureType, size: bytes.length, width, height };
}

/** Removes the blobs of the losing upload when two uploads under one idempotency key differ. */
async function dropUnless(blobs: Blobs, kept: string | undefined, { file: { blobName }, picture: { narrowed } }: Stored): Promise<void> {
  if (blobName === kept) return;
  for (const name of [blobName, ...narrowed.map(({ width }) => narrowCopyBlobName(blobName, width))]) await blobs.remove(name);
}
