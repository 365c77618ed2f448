import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiHeaders } from '../../api-headers.ts';
import { Rejected } from '../../errors.ts';
import { hidden } from '../../hidden-route.ts';
import type { BlobFiles } from '../blob-files.ts';
import { type Signer, uploadPath } from './grants.ts';

/** Accepts granted uploads: each address once, within its limits. */
export async function mountUploads(app: FastifyInstance, files: BlobFiles, signer: Signer): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_, payload, done) => done(null, payload));
    scope.put<{ Params: { '*': string } }>(`${uploadPath}*`, hidden, async (request, reply) => {
      await takeUpload(request, request.params['*'], files, signer);
      return reply.code(201).headers(apiHeaders).send();
    });
  });
}

async function takeUpload(request: FastifyRequest, name: string, files: BlobFiles, signer: Signer): Promise<void> {
  const granted = await signer.grantedBy(name, Object(request.query));
  if (!granted) throw new Rejected('upload/unknown');
  const { blobName, mimeType, maxSize, expires } = granted;
  if (Date.now() >= expires) throw new Rejected('upload/expired');
  if (request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== mimeType) throw new Rejected('upload/wrong-type', { mimeType });
  if (Number(request.headers['content-length'] ?? 0) > maxSize) throw new Rejected('request/too-large');
  // An early refusal saves the sender the transfer; the write below decides.
  if (await files.info(blobName)) throw new Rejected('upload/address-taken');
  const stored = await files.write(blobName, upTo(request.body, maxSize), mimeType, 'create');
  if (!stored) throw new Rejected('upload/address-taken');
}

/** Streams the body; throws when it is too long or ends early. */
async function* upTo(body: unknown, maxSize: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  // Without a body there is nothing to read; otherwise it is the stream from the parser above.
  for await (const chunk of whole((body ?? []) as Iterable<Uint8Array> | Readable)) {
    size += chunk.length;
    if (size > maxSize) throw new Rejected('request/too-large');
    yield chunk;
  }
}

async function* whole(body: Iterable<Uint8Array> | Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    throw new Rejected('upload/incomplete');
  }
}
