import { createHash, type Hash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { IncomingForm } from '@waystory/infra/blobs/incoming-form.ts';
import type { Blobs } from '@waystory/infra/blobs/port.ts';
import type { CommandContext } from '@waystory/infra/commands/command-handler.ts';
import { InvalidRequest, Rejected } from '@waystory/infra/errors.ts';
import { type BoundRoutes, bindRoutes, requireAccountId } from '@waystory/infra/http/route-handler.ts';
import { fileName, largestFile, largestUploadBytes, uploadRoutes } from '@waystory/proto/media/file.ts';
import { incomingBlobName } from './blob-names.ts';
import type { StorageCheck } from './file-room.ts';
import type { UploadClaims, UploadConverter } from './keep-upload.ts';
import { pictureKindOf } from './picture-kind.ts';
import type { UploadQuota } from './upload-quota.ts';

/** Uploads in one request. Bodies are streamed to the blob store before processing, so that they take no memory. */
export const bindUploadRoutes = (blobs: Blobs, intake: UploadConverter, quota: UploadQuota, mustHaveRoom: StorageCheck): BoundRoutes =>
  bindRoutes(uploadRoutes, {
    uploadFile: async (request, services) => {
      const { body, context, newId: fileId } = request;
      if (!(body instanceof IncomingForm)) throw new InvalidRequest([{ path: 'body', message: 'Send multipart/form-data with the field file' }]);
      const attempt = randomBytes(6).toString('hex'); // repeated requests with one key share a file
      const upload = { accountId: requireAccountId(request), since: Date.parse(context.now), fileId, attempt };
      const source = incomingBlobName(upload);
      await mustHaveRoom(upload, services);
      await quota.reserve(upload, upload.since);
      try {
        const { said, hash } = await receive(body, blobs, source);
        return await intake.keep(upload, said, hashed(context, said, hash), services.commands);
      } finally {
        // The upload has no public address, so it is removed without a placeholder.
        await Promise.all([blobs.remove(source), quota.release(upload)]).catch(() => {}); // the sweep removes it later
      }
    },
  });

/** Adds the file's hash to the request's, because a repeated request must send the same file. */
const hashed = (context: CommandContext, { filename, mimeType }: UploadClaims, hash: Hash): CommandContext =>
  context.requestHash
    ? { ...context, requestHash: hash.update(JSON.stringify([context.requestHash, filename, mimeType])).digest('base64url') }
    : context;

async function receive(form: IncomingForm, blobs: Blobs, source: string): Promise<{ said: UploadClaims; hash: Hash }> {
  const hash = createHash('sha256');
  const said: UploadClaims = { filename: '', mimeType: '' };
  await form.readFile('file', async ({ filename, mimeType, content }) => {
    const name = fileName.safeParse(filename);
    if (!name.success) throw new InvalidRequest(name.error.issues.map(({ message }) => ({ path: 'body.file.filename', message })));
    Object.assign(said, { filename: name.data, mimeType });
    await blobs.put(source, Readable.from(measured(content, hash), { objectMode: false }), 'application/octet-stream');
  });
  return { said, hash };
}

async function* measured(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  let [size, most] = [0, largestFile];
  for await (const chunk of content) {
    size += chunk.length;
    if (size === chunk.length) most = largestUploadBytes(pictureKindOf(chunk) ?? '');
    if (size > most) throw new Rejected('request/too-large');
    hash.update(chunk);
    yield chunk;
  }
}
