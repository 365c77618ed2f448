import type { Blobs } from '@waystory/infra/blobs/port.ts';
import { orThrow, Rejected } from '@waystory/infra/errors.ts';
import { accountOf, type BoundRoutes, bind } from '@waystory/infra/http/route-handler.ts';
import { fileRoutes, largestOf, uploadTypes } from '@waystory/proto/media/file.ts';
import { incomingBlob, keptPrefix, parseIncoming } from './blob-names.ts';
import { fileStream, mayDelete } from './file.ts';
import type { FileRoomCheck } from './file-room.ts';
import { files } from './files.projection.ts';
import type { Intake } from './keep-upload.ts';
import { grantLifetime, type UploadQuota } from './upload-quota.ts';

/** Upload in three steps: request a grant, PUT the bytes to the granted URL, confirm. */
export const fileRoutesOn = (blobs: Blobs, intake: Intake, quota: UploadQuota, mustHaveRoom: FileRoomCheck): BoundRoutes =>
  bind(fileRoutes, {
    listFiles: async ({ query }, { reads }) => ({ body: await reads.list(files, query) }),
    getFile: async ({ params }, { reads }) => ({ body: orThrow(await reads.one(files, params.id), 'file/unknown') }),
    deleteFile: async ({ params, principal, context }, { commands }) => {
      const { file } = (await commands.load(fileStream, params.id)).state;
      // Blobs are removed before the event is appended, so that a retry still finds the blobs that are left.
      if (file) {
        mayDelete(file, principal);
        for await (const name of blobs.list(keptPrefix(file.id))) await blobs.remove(name);
      }
      const command = { type: 'DeleteFile' as const, fileId: params.id, actor: principal };
      const { position, replayed } = await commands.execute(fileStream, params.id, [command], context);
      return { body: undefined, position, replayed };
    },
    grantUpload: async (request, services) => {
      const { mimeType } = request.body;
      if (!uploadTypes.some((type) => type === mimeType))
        throw new Rejected('file/no-picture', /^image\/hei[cf]/.test(mimeType) ? { kind: 'heic' } : {});
      await mustHaveRoom({ accountId: accountOf(request), fileId: request.newId }, services);
      const since = Date.parse(request.context.now);
      const upload = { accountId: accountOf(request), since, fileId: request.newId };
      await quota.reserve(upload, since);
      return { body: await blobs.grantUpload({ blobName: incomingBlob(upload), mimeType, maxSize: largestOf(mimeType), lifetime: grantLifetime }) };
    },
    confirmUpload: async (request, services) => {
      const { blobName, ...said } = request.body;
      const upload = parseIncoming(blobName);
      // The upload of another account answers like an unknown upload, so that its existence stays secret.
      if (upload?.accountId !== accountOf(request)) throw new Rejected('file/unknown');
      await mustHaveRoom(upload, services);
      return intake.keep(upload, said, request.context, services.commands);
    },
  });
