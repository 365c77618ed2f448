import type { Blobs } from '@waystory/infra/blobs/port.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { largestFile } from '@waystory/proto/media/file.ts';
import { grantedBlob, grantedPrefix, incomingBlob, parseGranted, type Upload } from './blob-names.ts';

/** Seconds that an address to upload to holds. */
export const grantLifetime = 900;
/** Age at which nobody will confirm an upload any more, longer than any address to upload to holds, milliseconds. */
export const abandonedAfter = 3_600_000;
/** What one account may have waiting for its confirmation: uploads, and bytes of them. */
export const mostUploads = 50;
export const mostBytes = 30 * largestFile;

/** Keeps the uploads of an account that became no file yet within bounds. */
export interface UploadQuota {
  /** Has an upload count, from before anything is put to it until it is used up or swept. @throws Rejected `upload/too-many-waiting`. */
  reserve(upload: Upload, now: number): Promise<void>;
  release(upload: Upload): Promise<void>;
}

/**
 * Counts by an empty blob beside each upload, so that it counts in every process and over restarts. It is written before the others are
 * counted: of many at once, at most so many are let through. Those of one process take turns, so that no more are refused than must be.
 */
export function createUploadQuota(blobs: Blobs, most = { uploads: mostUploads, bytes: mostBytes }): UploadQuota {
  /** Bytes that an upload takes; null when it takes up nothing any more. What may still be put counts as the most that it may be. */
  async function bytesOf(upload: Upload, now: number): Promise<number | null> {
    const age = now - upload.since;
    if (age >= abandonedAfter) return null;
    const put = await blobs.info(incomingBlob(upload));
    if (put) return put.size > 0 ? put.size : null;
    return age < grantLifetime * 1_000 ? largestFile : null;
  }
  async function reserve(upload: Upload, now: number): Promise<void> {
    await blobs.put(grantedBlob(upload), new Uint8Array(), 'application/octet-stream');
    const reserved: Upload[] = [];
    for await (const name of blobs.list(grantedPrefix(upload.accountId))) {
      const one = parseGranted(name);
      if (one) reserved.push(one);
    }
    const waiting = (await Promise.all(reserved.map((one) => bytesOf(one, now)))).filter((bytes) => bytes !== null);
    const bytes = waiting.reduce((sum, one) => sum + one, 0);
    if (waiting.length <= most.uploads && bytes <= most.bytes) return;
    await blobs.remove(grantedBlob(upload));
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
    release: (upload) => blobs.remove(grantedBlob(upload)),
  };
}
