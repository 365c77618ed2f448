import { isAdmin } from '@waystory/infra/identity/principal.ts';
import { defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { fileEvents, fileList, uploadedFile } from '@waystory/proto/media/file.ts';
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

/** What people uploaded, so that it can be found when they go. */
export const filesProjection = defineProjection({
  name: 'files',
  version: 2,
  collections: { files },
  reads: fileEvents,
  on: {
    FileUploaded: (event, docs) => docs.files.create(event.data.fileId, fileFrom(event.data, event)),
    FileDeleted: ({ data }, docs) => docs.files.update(data.fileId, () => undefined),
  },
});
