import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EngineUnavailable } from '../../errors.ts';
import { closedFolder } from '../blob-files.ts';
import type { GrantRequest } from '../port.ts';

/** Path of uploads below the product's address. */
export const uploadPath = '/uploads/';
const keyLength = 32;

/** Content of a granted address. */
export type Granted = Omit<GrantRequest, 'lifetime'> & {
  /** Milliseconds since 1970. */
  expires: number;
};

/** Signs and verifies addresses of uploads. */
export interface Signer {
  addressOf(granted: Granted): Promise<string>;
  /** The grant of an address, possibly expired; null when the signature is wrong. */
  grantedBy(blobName: string, query: Readonly<Record<string, unknown>>): Promise<Granted | null>;
}

/** @param keyFile File of the key, created on demand and shared by all processes of the folder. */
export function createSigner(keyFile: string): Signer {
  let key: Promise<Buffer> | undefined;
  const signatureOf = async ({ blobName, mimeType, maxSize, expires }: Granted): Promise<Buffer> => {
    key ??= keptKey(keyFile).catch((error: unknown) => {
      key = undefined;
      throw new EngineUnavailable('blobs', error);
    });
    return createHmac('sha256', await key)
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

/** The key of the file. Of processes that create one concurrently, the first one's is used. */
async function keptKey(path: string): Promise<Buffer> {
  const known = await readFile(path).catch(() => null);
  if (known?.length === keyLength) return known;
  await closedFolder(dirname(path));
  const draft = join(dirname(path), `key-${randomUUID()}`);
  await writeFile(draft, randomBytes(keyLength), { mode: 0o600, flush: true });
  // An existing key wins.
  await link(draft, path).catch(() => {});
  await rm(draft, { force: true });
  return readFile(path);
}
