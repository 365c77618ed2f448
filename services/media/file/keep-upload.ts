import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '@waystory/infra/blobs/port.ts';
import type { CommandContext, CommandHandler, Outcome } from '@waystory/infra/commands/command-handler.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { RouteResponse } from '@waystory/infra/http/route-handler.ts';
import { createWorkQueue, type WorkQueue } from '@waystory/infra/work-queue.ts';
import { largestOf, type UploadedFile } from '@waystory/proto/media/file.ts';
import { grantedBlob, incomingBlob, keptBlob, narrowedBlob, type Upload } from './blob-names.ts';
import { type FileState, fileStream, type NewFile } from './file.ts';
import { type Picture, reencode } from './reencode.ts';

/** Pictures that are made at once, and uploads that may wait for their turn. */
const [atOnce, mostWaiting] = [2, 30];
const pictureType = 'image/webp';

/** What was said about an upload. */
export interface Said {
  filename: string;
  mimeType: string;
  /** Bytes; whatever came when unset. */
  size?: number;
}

/** Makes files of uploads. */
export interface Intake {
  /**
   * The file that an upload becomes, and always becomes: whoever asks again is answered the same. The upload itself is used up after it, and
   * when it is refused for what it is.
   * @throws Rejected when there is nothing, or not what was said, or no picture. Rejected `request/overloaded` when too many wait.
   */
  keep(upload: Upload, said: Said, context: CommandContext, commands: CommandHandler): Promise<RouteResponse<UploadedFile>>;
}

const pictures = () => createWorkQueue({ atOnce, waiting: mostWaiting, refusal: () => new Rejected('request/overloaded') });

export function createIntake(blobs: Blobs, queue = pictures()): Intake {
  return {
    async keep(upload, said, context, commands) {
      const { fileId, accountId } = upload;
      const source = incomingBlob(upload);
      let stored: Stored | null = null;
      /** What is kept already stays as it is, whatever is said now. */
      const kept = async (): Promise<NewFile | null> => {
        const { state } = await commands.load(fileStream, fileId);
        // It is answered to its owner only, whoever names it.
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
          // Somebody else may have used it up in the meantime, for the same file.
          const meanwhile = await kept();
          if (meanwhile) return meanwhile;
          if (error instanceof Rejected && error.code !== 'file/unknown') await useUp(blobs, upload);
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

/** A picture whose blobs are there. */
interface Stored {
  file: NewFile;
  picture: Picture;
}

function answerOf({ state, position, replayed }: Outcome<FileState>): RouteResponse<UploadedFile> {
  if (!state.file) throw new Rejected('file/unknown');
  return { body: state.file, position, replayed };
}

/** An empty blob in place of the upload keeps its address from being used again; it is swept when the address has expired. */
async function useUp(blobs: Blobs, upload: Upload): Promise<void> {
  try {
    await blobs.put(incomingBlob(upload), new Uint8Array(), pictureType);
    await blobs.remove(grantedBlob(upload));
  } catch {} // then all of it is swept
}

async function pictureOf(blobs: Blobs, queue: WorkQueue, accountId: string, source: string, said: Said): Promise<Picture> {
  const info = await blobs.info(source);
  if (!info) throw new Rejected('file/unknown');
  if (info.size === 0) throw new Rejected('file/empty');
  if (info.size > largestOf(said.mimeType)) throw new Rejected('request/too-large');
  if (said.size !== undefined && said.size !== info.size) throw new Rejected('file/wrong-size', { size: info.size });
  // Only what has its turn is in memory.
  return queue.run(accountId, async () => {
    const stored = await blobs.read(source);
    if (!stored) throw new Rejected('file/unknown');
    return reencode(await buffer(stored.content), said.mimeType);
  });
}

async function storePicture(blobs: Blobs, picture: Picture, of: { accountId: string; fileId: string; filename: string }): Promise<NewFile> {
  const { bytes, width, height, narrowed } = picture;
  const blobName = keptBlob(of.fileId, createHash('sha256').update(bytes).digest('hex').slice(0, 16));
  for (const one of narrowed) await blobs.put(narrowedBlob(blobName, one.width), one.bytes, pictureType);
  await blobs.put(blobName, bytes, pictureType);
  const { accountId, filename } = of;
  return { accountId, blobName, url: `/${blobName}`, filename, mimeType: pictureType, size: bytes.length, width, height };
}

/** Of two uploads under one key that differ, one is kept; the picture of the other goes again. */
async function dropUnless(blobs: Blobs, kept: string | undefined, { file: { blobName }, picture: { narrowed } }: Stored): Promise<void> {
  if (blobName === kept) return;
  for (const name of [blobName, ...narrowed.map(({ width }) => narrowedBlob(blobName, width))]) await blobs.remove(name);
}
