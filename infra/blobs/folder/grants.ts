import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EngineUnavailable } from '../../errors.ts';
import { closedFolder } from '../blob-files.ts';
import type { GrantRequest } from '../port.ts';

/** Where uploads are taken, below the site's own address. */
export const uploadPath = '/uploads/';
const keyLength = 32;

/** What an address says that it is good for. */
export type Granted = Omit<GrantRequest, 'lifetime'> & {
  /** Milliseconds since 1970. */
  expires: number;
};

/** Addresses on this site that nobody can make up or change. */
export interface Signer {
  addressOf(granted: Granted): Promise<string>;
  /** What an address is good for; null when it was not made here. It may have expired. */
  grantedBy(blobName: string, query: Readonly<Record<string, unknown>>): Promise<Granted | null>;
}

/** @param keyFile where the key is kept: made at the first need, the same for every process on that folder. */
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

/** The key in a file; of several processes that make one at the same time, the first one's is everybody's. */
async function keptKey(path: string): Promise<Buffer> {
  const known = await readFile(path).catch(() => null);
  if (known?.length === keyLength) return known;
  await closedFolder(dirname(path));
  const draft = join(dirname(path), `key-${randomUUID()}`);
  await writeFile(draft, randomBytes(keyLength), { mode: 0o600, flush: true });
  // There may be one by now; then that one counts.
  await link(draft, path).catch(() => {});
  await rm(draft, { force: true });
  return readFile(path);
}
