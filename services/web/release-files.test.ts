import { text } from 'node:stream/consumers';
import { folderBlobs } from '@waystory/infra/blobs/folder.ts';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { keepReleaseFiles, serveReleaseFiles } from './release-files.ts';

const blobs = folderBlobs();
const app = Fastify();
serveReleaseFiles(app, blobs, "default-src 'self'");
afterAll(async () => {
  await app.close();
  await blobs.close();
});

const names = (prefix: string): Promise<string[]> => Array.fromAsync(blobs.list(prefix));
const release = async (day: string, ...paths: string[]): Promise<void> => {
  for (const path of paths) await blobs.put(`web/files/assets/${path}`, Buffer.from(path), 'text/javascript');
  await blobs.put(`web/releases/${day}-other.json`, Buffer.from(JSON.stringify(paths.map((path) => `/assets/${path}`))), 'application/json');
};

test('Release files of another release are served as immutable, and unknown ones answer 404', async () => {
  await release('20260101T000000000Z', 'page-1.js');
  const { statusCode, headers, body } = await app.inject('/assets/page-1.js');
  expect([statusCode, headers['content-type'], headers['cache-control'], body]).toEqual([
    200,
    'text/javascript',
    'public, max-age=31536000, immutable',
    'page-1.js',
  ]);
  for (const path of ['/assets/page-2.js', '/assets/..%2f..%2freleases%2f20260101T000000000Z-other.json', '/admin/assets/page-1.js'])
    expect((await app.inject(path)).statusCode).toBe(404);
});

test('Release files are stored once, and those of old releases are removed', async () => {
  for (const month of ['02', '03', '04', '05']) await release(`2026${month}01T000000000Z`, `page-${month}.js`, 'common.js');
  await release('20260101T000000000Z', 'page-1.js', 'common.js');
  await keepReleaseFiles(blobs, new Date('2026-06-01'));
  const kept = await names('web/');
  expect(kept).toEqual(expect.arrayContaining(['web/files/assets/common.js', 'web/files/assets/page-02.js']));
  expect(kept).not.toContain('web/files/assets/page-1.js');
  expect(await names('web/releases/')).toHaveLength(5);
  const own = kept.filter((name) => /^web\/files\/assets\/index-.*\.js$/.test(name));
  expect(own.length).toBeGreaterThan(0);
  const stored = await blobs.read(own[0] ?? '');
  expect(stored && (await text(stored.content)).length).toBeGreaterThan(100);
  await keepReleaseFiles(blobs, new Date('2026-07-01'));
  expect(await names('web/')).toEqual(kept);
});
