import type { Blobs } from '@waystory/infra/blobs/port.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { largestFile } from '@waystory/proto/media/file.ts';
import { grantBlobName, grantsPrefixOf, incomingBlobName, parseGrantName, type Upload } from './blob-names.ts';

/** Lifetime of an upload URL, seconds. */
export const grantLifetimeSeconds = 900;
/** Age at which an upload is abandoned, milliseconds; longer than the lifetime of its URL. */
export const abandonedAfterMs = 3_600_000;
/** Quota of unconfirmed uploads per account: their number, and their sum of bytes. */
export const mostUnconfirmedUploads = 50;
export const mostUnconfirmedBytes = 30 * largestFile;

/** Limits the unconfirmed uploads of an account. */
export interface UploadQuota {
  /** Reserves an upload in the quota, from its grant until it is confirmed, refused or swept. @throws Rejected `upload/too-many-waiting`. */
  reserve(upload: Upload, now: number): Promise<void>;
  release(upload: Upload): Promise<void>;
}

/**
 * Reserves with an empty blob per upload, so that the count spans processes and restarts. The blob is written before the others are counted, so
 * concurrent grants never exceed the quota. Grants of one process and account run in sequence, so that none is refused needlessly.
 */
export function createUploadQuota(blobs: Blobs, most = { uploads: mostUnconfirmedUploads, bytes: mostUnconfirmedBytes }): UploadQuota {
  /**
   * Bytes that an upload counts in the quota; null for an upload that is used, expired or abandoned. A valid unused upload URL counts as the largest
   * allowed file.
   */
  async function bytesOf(upload: Upload, now: number): Promise<number | null> {
    const age = now - upload.since;
    if (age >= abandonedAfterMs) return null;
    const put = await blobs.info(incomingBlobName(upload));
    if (put) return put.size > 0 ? put.size : null;
    return age < grantLifetimeSeconds * 1_000 ? largestFile : null;
  }
  async function reserve(upload: Upload, now: number): Promise<void> {
    await blobs.put(grantBlobName(upload), new Uint8Array(), 'application/octet-stream');
    const reserved: Upload[] = [];
    for await (const name of blobs.list(grantsPrefixOf(upload.accountId))) {
      const one = parseGrantName(name);
      if (one) reserved.push(one);
    }
    const waiting = (await Promise.all(reserved.map((one) => bytesOf(one, now)))).filter((bytes) => bytes !== null);
    const bytes = waiting.reduce((sum, one) => sum + one, 0);
    if (waiting.length <= most.uploads && bytes <= most.bytes) return;
    await blobs.remove(grantBlobName(upload));
    throw new Rejected('upload/too-many-waiting');
  }

  const turns = new Map<string, Promise<void>>();
  return {
    async reserve(upload, now) {
      const { accountId } = upload;
      const turn = (turns.get(accountId) ?? Promise.resolve()).catch(() => {}).then(() => reserve(upload, now));
      turns.set(accountId, turn);
      try {
        await turn;
      } finally {
        if (turns.get(accountId) === turn) turns.delete(accountId);
      }
    },
    release: (upload) => blobs.remove(grantBlobName(upload)),
  };
}
