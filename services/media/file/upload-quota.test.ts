import { folderBlobs } from '@waystory/infra/blobs/folder.ts';
import { largestFile } from '@waystory/proto/media/file.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { incomingBlobName, type Upload } from './blob-names.ts';
import { abandonedAfterMs, createUploadQuota, grantLifetimeSeconds } from './upload-quota.ts';

const now = Date.now();
const full = expect.objectContaining({ code: 'upload/too-many-waiting' });
const accountOf = (number: number): string => `a0000000-0000-8000-8000-${String(number).padStart(12, '0')}`;
let given = 0;
const uploadOf = (account = 1, since = now): Upload => ({
  accountId: accountOf(account),
  since,
  fileId: `f0000000-0000-8000-8000-${String(++given).padStart(12, '0')}`,
});

let blobs: ReturnType<typeof folderBlobs>;
beforeEach(() => {
  blobs = folderBlobs();
});
afterEach(() => blobs.close());

const put = (upload: Upload, bytes: number) => blobs.put(incomingBlobName(upload), Buffer.alloc(bytes), 'image/webp');

test('Upload quota counts unconfirmed uploads per account across processes', async () => {
  const [one, other] = [1, 2].map(() => createUploadQuota(blobs, { uploads: 3, bytes: 100 * largestFile }));
  const uploads = [uploadOf(), uploadOf(), uploadOf()];
  for (const [index, upload] of uploads.entries()) await (index === 0 ? other : one)?.reserve(upload, now);
  for (const quota of [one, other]) await expect(quota?.reserve(uploadOf(), now)).rejects.toEqual(full);
  await one?.reserve(uploadOf(2), now);
  for (const upload of uploads) await put(upload, 5);
  await expect(one?.reserve(uploadOf(), now)).rejects.toEqual(full);
  await put(uploads[0] ?? uploadOf(), 0);
  await one?.reserve(uploadOf(), now);
  await expect(one?.reserve(uploadOf(), now)).rejects.toEqual(full);
  await other?.release(uploads[1] ?? uploadOf());
  await one?.reserve(uploadOf(), now);
});

test('Upload quota limits bytes, and counts a valid unused upload URL as the largest allowed file', async () => {
  const quota = createUploadQuota(blobs, { uploads: 100, bytes: 2 * largestFile });
  const first = uploadOf();
  await quota.reserve(first, now);
  await quota.reserve(uploadOf(), now);
  await expect(quota.reserve(uploadOf(), now)).rejects.toEqual(full);
  await put(first, 7);
  await expect(quota.reserve(uploadOf(), now)).rejects.toEqual(full);
  const later = now + grantLifetimeSeconds * 1_000;
  await quota.reserve(uploadOf(1, later), later);
  await expect(quota.reserve(uploadOf(1, later), later)).rejects.toEqual(full);
});

test('Upload quota ignores uploads that are an hour old', async () => {
  const quota = createUploadQuota(blobs, { uploads: 1, bytes: 100 * largestFile });
  const upload = uploadOf();
  await quota.reserve(upload, now);
  await put(upload, 5);
  await expect(quota.reserve(uploadOf(1, now + abandonedAfterMs - 1), now + abandonedAfterMs - 1)).rejects.toEqual(full);
  await quota.reserve(uploadOf(1, now + abandonedAfterMs), now + abandonedAfterMs);
});

test.each([1, 3])('Upload quota of 5 is never exceeded by 30 concurrent grants in %i processes', async (processes) => {
  const quotas = Array.from({ length: processes }, () => createUploadQuota(blobs, { uploads: 5, bytes: 100 * largestFile }));
  const asked = Array.from({ length: 30 }, (_, index) => quotas[index % processes]);
  const answers = await Promise.allSettled(asked.map((quota) => quota?.reserve(uploadOf(), now)));
  const through = answers.filter(({ status }) => status === 'fulfilled').length;
  expect(through).toBeLessThanOrEqual(5);
  if (processes === 1) expect(through).toBe(5);
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toEqual(full);
});
