import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobFiles } from './blob-files.ts';
import { blobType, blobName as checked } from './blob-name.ts';
import { createSigner } from './folder/grants.ts';
import { mountUploads } from './folder/uploads.ts';
import type { Blobs } from './port.ts';

const containerName = 'files';

/**
 * Blobs as files in a folder that processes may share. Its grants are addresses of the product.
 * @param folder Created on demand; without one, a temporary folder that is removed at the end.
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
