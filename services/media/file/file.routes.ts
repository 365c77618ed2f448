import type { Blobs } from '@waystory/infra/blobs/port.ts';
import { orThrow, Rejected } from '@waystory/infra/errors.ts';
import { type BoundRoutes, bindRoutes, requireAccountId } from '@waystory/infra/http/route-handler.ts';
import { fileRoutes, largestUploadBytes, uploadTypes } from '@waystory/proto/media/file.ts';
import { incomingBlobName, parseUploadName, picturesPrefixOf } from './blob-names.ts';
import { fileStream, requireMayDelete } from './file.ts';
import type { StorageCheck } from './file-room.ts';
import { files } from './files.projection.ts';
import type { UploadConverter } from './keep-upload.ts';
import { grantLifetimeSeconds, type UploadQuota } from './upload-quota.ts';

/** Upload in three steps: request a grant, PUT the bytes to the granted URL, confirm. */
export const bindFileRoutes = (blobs: Blobs, intake: UploadConverter, quota: UploadQuota, mustHaveRoom: StorageCheck): BoundRoutes =>
  bindRoutes(fileRoutes, {
    listFiles: async ({ query }, { reads }) => ({ body: await reads.list(files, query) }),
    getFile: async ({ params }, { reads }) => ({ body: orThrow(await reads.one(files, params.id), 'file/unknown') }),
    deleteFile: async ({ params, principal, context }, { commands }) => {
      const { file } = (await commands.load(fileStream, params.id)).state;
      // Blobs are removed before the event is appended, so that a retry still finds the blobs that are left.
      if (file) {
        requireMayDelete(file, principal);
        for await (const name of blobs.list(picturesPrefixOf(file.id))) await blobs.remove(name);
      }
      const command = { type: 'DeleteFile' as const, fileId: params.id, actor: principal };
      const { position, replayed } = await commands.execute(fileStream, params.id, [command], context);
      return { body: undefined, position, replayed };
    },
    grantUpload: async (request, services) => {
      const { mimeType } = request.body;
      if (!uploadTypes.some((type) => type === mimeType))
        throw new Rejected('file/no-picture', /^image\/hei[cf]/.test(mimeType) ? { kind: 'heic' } : {});
      await mustHaveRoom({ accountId: requireAccountId(request), fileId: request.newId }, services);
      const since = Date.parse(request.context.now);
      const upload = { accountId: requireAccountId(request), since, fileId: request.newId };
      await quota.reserve(upload, since);
      return {
        body: await blobs.grantUpload({
          blobName: incomingBlobName(upload),
          mimeType,
          maxSize: largestUploadBytes(mimeType),
          lifetime: grantLifetimeSeconds,
        }),
      };
    },
    confirmUpload: async (request, services) => {
      const { blobName, ...said } = request.body;
      const upload = parseUploadName(blobName);
      // The upload of another account answers like an unknown upload, so that its existence stays secret.
      if (upload?.accountId !== requireAccountId(request)) throw new Rejected('file/unknown');
      await mustHaveRoom(upload, services);
      return intake.keep(upload, said, request.context, services.commands);
    },
  });
