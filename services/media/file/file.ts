import type { EventContext, Stream } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import { type FileEvent, fileEvents, type UploadedFile } from '@waystory/proto/media/file.ts';

export type NewFile = Omit<UploadedFile, 'id' | 'version' | 'createdAt' | 'updatedAt'>;

type FileCommand =
  | { type: 'KeepFile'; fileId: string; file: NewFile }
  /** Deletion by `actor`, or by the product itself without one. */
  | { type: 'DeleteFile'; fileId: string; actor?: Principal };

export interface FileState {
  /** Null before the upload and after the deletion. */
  file: UploadedFile | null;
  isDeleted: boolean;
}

function decide(command: FileCommand, { file, isDeleted }: FileState): FileEvent[] {
  switch (command.type) {
    case 'KeepFile':
      // The file of another account answers like an unknown file, so that its existence stays secret.
      if (isDeleted || (file && file.accountId !== command.file.accountId)) throw new Rejected('file/unknown');
      return file ? [] : [{ type: 'FileUploaded', data: { fileId: command.fileId, ...command.file } }];
    case 'DeleteFile':
      if (command.actor) requireMayDelete(file, command.actor);
      return file ? [{ type: 'FileDeleted', data: { fileId: command.fileId } }] : [];
    default:
      return command satisfies never;
  }
}

/**
 * Owners may delete their files; moderators may delete any, because pictures are public.
 * @throws Rejected `file/unknown`, also for the file of another account.
 */
export function requireMayDelete(file: UploadedFile | null, actor: Principal): void {
  if (!file || (file.accountId !== actor.accountId && !isModerator(actor))) throw new Rejected('file/unknown');
}

/** State of an uploaded file, which the read model stores as well. */
export function fileFrom({ fileId: id, ...file }: NewFile & { fileId: string }, { version, at }: Pick<EventContext, 'version' | 'at'>): UploadedFile {
  return { id, ...file, version, createdAt: at, updatedAt: at };
}

function evolve(_: FileState, event: FileEvent & EventContext): FileState {
  switch (event.type) {
    case 'FileUploaded':
      return { file: fileFrom(event.data, event), isDeleted: false };
    case 'FileDeleted':
      return { file: null, isDeleted: true };
    default:
      return event satisfies never;
  }
}

export const fileStream: Stream<FileCommand, FileState, FileEvent> = {
  category: 'file',
  stateVersion: 1,
  events: fileEvents,
  decider: { initial: { file: null, isDeleted: false }, decide, evolve },
};
