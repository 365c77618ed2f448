import { Readable } from 'node:stream';
import type { TokenCredential } from '@azure/identity';
import { asked, azureConnection, nullIfMissing, signedQuery } from './azure/client.ts';
import { type Blobs, blobType, blobName as checked } from './port.ts';

/** Part size of streamed uploads, bytes, and number of concurrent parts. */
const partSize = 1024 * 1024;
const partsAtOnce = 2;

export interface AzureOptions {
  containerName?: string;
  /** Credential for an https URL; the managed identity of the machine by default. */
  identity?: TokenCredential;
}

/**
 * Blobs in a container of an Azure storage account; the container is created if missing.
 * @param address Connection string, whose account key signs grants, or https URL, where a user delegation key signs them.
 */
export function azureBlobs(address: string, { containerName = 'waystory-files', identity }: AzureOptions = {}): Blobs {
  if (address.startsWith('http:')) throw new Error('AZURE_STORAGE_URL: an identity is told over https only; use a connection string with http');
  const connection = azureConnection(address, containerName, identity);
  const blob = async (name: string) => {
    const text = checked(name);
    return (await connection()).container.getBlockBlobClient(text);
  };
  return {
    checksUploads: false,
    async grantUpload({ blobName, lifetime }) {
      const expiresOn = new Date(Date.now() + lifetime * 1_000);
      const { url } = await blob(blobName);
      const signature = await signedQuery(await connection(), blobName, expiresOn);
      return { uploadUrl: `${url}?${signature}`, blobName, containerName, expiresAt: expiresOn.toISOString() };
    },
    async put(name, content, mimeType) {
      const blobHTTPHeaders = { blobContentType: blobType(mimeType) };
      const target = await blob(name);
      if (content instanceof Uint8Array) {
        await asked((abortSignal) => target.uploadData(content, { blobHTTPHeaders, abortSignal }));
        return;
      }
      // Read by iteration, which throws when the content breaks off; a stream might stall.
      const parts = Readable.from(content, { objectMode: false });
      await asked((abortSignal) => target.uploadStream(parts, partSize, partsAtOnce, { blobHTTPHeaders, abortSignal }));
    },
    async info(name) {
      const target = await blob(name);
      const known = await asked((abortSignal) => nullIfMissing(target.getProperties({ abortSignal })));
      return known && { size: known.contentLength ?? 0, mimeType: known.contentType ?? '' };
    },
    async read(name) {
      const target = await blob(name);
      const known = await asked((abortSignal) => nullIfMissing(target.download(0, undefined, { abortSignal })));
      if (!known?.readableStreamBody) return null;
      const content = Readable.from(known.readableStreamBody, { objectMode: false });
      return { size: known.contentLength ?? 0, mimeType: known.contentType ?? '', content };
    },
    async remove(name) {
      const target = await blob(name);
      await asked((abortSignal) => target.deleteIfExists({ deleteSnapshots: 'include', abortSignal }));
    },
    async *list(prefix) {
      const { container } = await connection();
      const pages = container.listBlobsFlat({ prefix }).byPage();
      for (;;) {
        const page = await asked(() => pages.next());
        if (page.done) return;
        for (const { name } of page.value.segment.blobItems) yield name;
      }
    },
    close: async () => {},
  };
}
