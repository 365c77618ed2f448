import type { Blobs } from '@waystory/infra/blobs/port.ts';
import { orThrow, Rejected } from '@waystory/infra/errors.ts';
import { accountOf, type BoundRoutes, bind } from '@waystory/infra/http/route-handler.ts';
import { fileRoutes, largestFile, uploadTypes } from '@waystory/proto/media/file.ts';
import { incomingBlob, parseIncoming } from './blob-names.ts';
import { files } from './files.projection.ts';
import type { Intake } from './keep-upload.ts';
import { grantLifetime, type UploadQuota } from './upload-quota.ts';

/** Uploads by way of an address of their own: ask for it, put the bytes there, confirm. */
export const fileRoutesOn = (blobs: Blobs, intake: Intake, quota: UploadQuota): BoundRoutes =>
  bind(fileRoutes, {
    listFiles: async ({ query }, { reads }) => ({ body: await reads.list(files, query) }),
    getFile: async ({ params }, { reads }) => ({ body: orThrow(await reads.one(files, params.id), 'file/unknown') }),
    grantUpload: async (request) => {
      const { mimeType } = request.body;
      if (!uploadTypes.some((type) => type === mimeType)) throw new Rejected('file/no-picture');
      const since = Date.parse(request.context.now);
      const upload = { accountId: accountOf(request), since, fileId: request.newId };
      await quota.reserve(upload, since);
      return { body: await blobs.grantUpload({ blobName: incomingBlob(upload), mimeType, maxSize: largestFile, lifetime: grantLifetime }) };
    },
    confirmUpload: async (request, { commands }) => {
      const { blobName, ...said } = request.body;
      const upload = parseIncoming(blobName);
      // That of another is answered as one that never was.
      if (upload?.accountId !== accountOf(request)) throw new Rejected('file/unknown');
      return intake.keep(upload, said, request.context, commands);
    },
  });
