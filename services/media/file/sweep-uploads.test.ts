import { folderBlobs } from '@waystory/infra/blobs/folder.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { grantBlobName, incomingBlobName, narrowCopyBlobName, pictureBlobName } from './blob-names.ts';
import type { FileState } from './file.ts';
import { sweepUploads } from './sweep-uploads.ts';
import { nonEmptyBlobsIn } from './uploads.fixture.ts';

const hour = 3_600_000;
const now = Date.now();
const accountId = 'a0000000-0000-8000-8000-000000000001';
const idOf = (number: number): string => `f0000000-0000-8000-8000-${String(number).padStart(12, '0')}`;

let blobs: ReturnType<typeof folderBlobs>;
beforeEach(() => {
  blobs = folderBlobs();
});
afterEach(() => blobs.close());

const put = (name: string) => blobs.put(name, Buffer.from('x'), 'image/webp');

/** A command handler in which only these files exist. */
const keeping = (...kept: string[]): Parameters<typeof sweepUploads>[1] => ({
  load: async (_, id) => {
    const file = kept.includes(id) ? { id } : null;
    return { state: { file, isDeleted: false } as FileState as never, version: 1 }; // the sweep reads only whether the file exists
  },
});

test('Sweep removes uploads older than an hour with their pictures, and keeps files and newer uploads', async () => {
  const [old, young, became] = [idOf(1), idOf(2), idOf(3)];
  const uploads = [old, young, became].map((fileId) =>
    incomingBlobName({ accountId, since: fileId === young ? now - hour + 1_000 : now - hour, fileId }),
  );
  const pictures = [old, young, became].flatMap((fileId) => [
    pictureBlobName(fileId, 'a'.repeat(16)),
    narrowCopyBlobName(pictureBlobName(fileId, 'a'.repeat(16)), 320),
  ]);
  const grants = [now - hour, now - 1_000].map((since) => grantBlobName({ accountId, since, fileId: idOf(4) }));
  for (const name of [...uploads, ...pictures, ...grants, 'incoming/stray', 'other/thing']) await put(name);
  expect(await sweepUploads(blobs, keeping(became), now)).toBe(4);
  const stay = [uploads[1], grants[1], ...pictures.filter((name) => !name.includes(old)), 'other/thing'];
  expect(await nonEmptyBlobsIn(blobs)).toEqual(stay.sort());
  expect(await sweepUploads(blobs, keeping(became), now)).toBe(0);
});

test('Sweep removes at most 1000 uploads per run', async () => {
  for (let number = 0; number < 1_005; number++) await put(incomingBlobName({ accountId, since: now - 2 * hour, fileId: idOf(number) }));
  expect([await sweepUploads(blobs, keeping(), now), await sweepUploads(blobs, keeping(), now)]).toEqual([1_000, 5]);
});
