import { isAdmin } from '@waystory/infra/identity/principal.ts';
import { type Docs, defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import {
  estimatedPictureBytes,
  fileEvents,
  fileList,
  type StorageUsage,
  storageUsageRecord,
  type UploadedFile,
  uploadedFile,
} from '@waystory/proto/media/file.ts';
import { fileFrom } from './file.ts';

export const files = defineCollection({
  name: 'files',
  doc: uploadedFile,
  filterable: fileList.filterable,
  sortable: fileList.sortable,
  indexes: [
    { kind: 'ordered', on: ['accountId'] },
    { kind: 'ordered', on: ['-createdAt'] },
  ],
  visibleTo: (principal) => (isAdmin(principal) ? null : eq('accountId', principal.accountId ?? '')),
});

/** Storage used per account: number and bytes of its pictures. */
export const storageUsage = defineCollection({
  name: 'file-rooms',
  doc: storageUsageRecord,
  filterable: { id: 'id' },
  sortable: [],
  indexes: [],
  visibleTo: (principal) => (isAdmin(principal) ? null : eq('id', principal.accountId ?? '')),
});

const counted = (rooms: Docs<StorageUsage>, { accountId, ...file }: Pick<UploadedFile, 'accountId' | 'size' | 'width'>, sign: 1 | -1): void =>
  rooms.update(accountId, (room) => {
    const files = (room?.files ?? 0) + sign;
    return files === 0 ? undefined : { id: accountId, files, bytes: (room?.bytes ?? 0) + sign * estimatedPictureBytes(file) };
  });

/** Uploaded files, and the storage that each account uses. The deletion of an account finds its files here. */
export const filesProjection = defineProjection({
  name: 'files',
  version: 3,
  collections: { files, fileRooms: storageUsage },
  reads: fileEvents,
  on: {
    FileUploaded: (event, docs) => {
      docs.files.create(event.data.fileId, fileFrom(event.data, event));
      counted(docs.fileRooms, event.data, 1);
    },
    FileDeleted: ({ data }, docs) => {
      const file = docs.files.get(data.fileId);
      if (!file) return;
      counted(docs.fileRooms, file, -1);
      docs.files.update(data.fileId, () => undefined);
    },
  },
});
