import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiHeaders } from '../api-headers.ts';
import { EngineUnavailable, Rejected } from '../errors.ts';
import { hiddenRoute } from '../hidden-route.ts';
import { memoizeSuccess } from '../waiting.ts';
import { type BlobFiles, blobFiles, ensurePrivateFolder } from './blob-files.ts';
import { type Blobs, blobType, blobName as checked, type GrantRequest } from './port.ts';

/** Accepts granted uploads: one PUT per upload URL, within its limits. */
async function mountUploads(app: FastifyInstance, files: BlobFiles, signer: Signer): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_, payload, done) => done(null, payload));
    scope.put<{ Params: { '*': string } }>(`${uploadPath}*`, hiddenRoute, async (request, reply) => {
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
  // An early refusal saves the sender the transfer; the write below decides between concurrent uploads.
  if (await files.info(blobName)) throw new Rejected('upload/address-taken');
  const stored = await files.write(blobName, upTo(request.body, maxSize), mimeType, 'create');
  if (!stored) throw new Rejected('upload/address-taken');
}

/** Streams the body; throws when it is too long or ends early. */
async function* upTo(body: unknown, maxSize: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  // Without a body, the iteration is empty; otherwise the body is the stream from the parser above.
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

const containerName = 'files';

/**
 * Blobs as files in a folder that several processes may share. Upload URLs are paths of the product.
 * @param folder Created on demand; without it, a temporary folder that `close` removes.
 */
export function folderBlobs(folder?: string): Blobs {
  const home = folder ?? join(tmpdir(), `waystory-blobs-${randomUUID()}`);
  const files = blobFiles(join(home, 'content'), join(home, 'drafts'));
  const signer = createSigner(join(home, 'key'));
  return {
    checksUploads: true,
    async grantUpload({ blobName, mimeType, maxSize, lifetime }) {
      const expires = Date.now() + lifetime * 1_000;
      const uploadUrl = await signer.addressOf({ blobName: checked(blobName), mimeType: blobType(mimeType), maxSize, expires });
      return { uploadUrl, blobName, containerName, expiresAt: new Date(expires).toISOString() };
    },
    async put(blobName, content, mimeType) {
      const chunks = content instanceof Uint8Array ? once(content) : content;
      await files.write(checked(blobName), chunks, blobType(mimeType), 'replace');
    },
    info: async (blobName) => files.info(checked(blobName)),
    read: async (blobName) => files.read(checked(blobName)),
    remove: async (blobName) => files.remove(checked(blobName)),
    list: (prefix) => files.list(prefix),
    mount: (app) => mountUploads(app, files, signer),
    close: async () => {
      // An upload may still arrive, so the removal is retried.
      if (!folder) await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function* once<T>(one: T): AsyncGenerator<T> {
  yield one;
}

/** Path prefix of uploads to the product. */
const uploadPath = '/uploads/';
const keyLength = 32;

/** Content of a signed upload URL. */
type Granted = Omit<GrantRequest, 'lifetime'> & {
  /** Milliseconds since 1970. */
  expires: number;
};

/** Signs and verifies upload URLs. */
interface Signer {
  addressOf(granted: Granted): Promise<string>;
  /** The grant of an upload URL, possibly expired; null when the signature is wrong. */
  grantedBy(blobName: string, query: Readonly<Record<string, unknown>>): Promise<Granted | null>;
}

/** @param keyFile File of the key, created on demand and shared by all processes of the folder. */
function createSigner(keyFile: string): Signer {
  const key = memoizeSuccess(() => keptKey(keyFile));
  const signatureOf = async ({ blobName, mimeType, maxSize, expires }: Granted): Promise<Buffer> => {
    const secret = await key().catch((error: unknown) => {
      throw new EngineUnavailable('blobs', error);
    });
    return createHmac('sha256', secret)
      .update(JSON.stringify([blobName, mimeType, maxSize, expires]))
      .digest();
  };

  return {
    async addressOf(granted) {
      const { blobName, mimeType, maxSize, expires } = granted;
      const signature = (await signatureOf(granted)).toString('base64url');
      const query = new URLSearchParams({ type: mimeType, size: String(maxSize), expires: String(expires), signature });
      return `${uploadPath}${blobName}?${query}`;
    },
    async grantedBy(blobName, { type, size, expires, signature }) {
      if (typeof type !== 'string' || typeof signature !== 'string') return null;
      const granted: Granted = { blobName, mimeType: type, maxSize: Number(size), expires: Number(expires) };
      const expected = await signatureOf(granted);
      const given = Buffer.from(signature, 'base64url');
      return given.length === expected.length && timingSafeEqual(given, expected) ? granted : null;
    },
  };
}

/** Reads the signing key, or creates it. When processes create keys concurrently, the first file is used. */
async function keptKey(path: string): Promise<Buffer> {
  const known = await readFile(path).catch(() => null);
  if (known?.length === keyLength) return known;
  await ensurePrivateFolder(dirname(path));
  const draft = join(dirname(path), `key-${randomUUID()}`);
  await writeFile(draft, randomBytes(keyLength), { mode: 0o600, flush: true });
  // `link` fails when another process has created the key, which is then used.
  await link(draft, path).catch(() => {});
  await rm(draft, { force: true });
  return readFile(path);
}
