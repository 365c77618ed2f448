import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '@waystory/infra/http/app.ts';
import { createLog } from '@waystory/infra/log.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ArchiveServer, serveArchive, writeStreetArchive } from './street-archive.fixture.ts';
import { mountStreetArchive } from './street-archive.routes.ts';
import { openStreetArchive, type StreetArchive } from './street-archive.ts';

const log = createLog('silent');
let folder: string;
let server: ArchiveServer;
let archive: StreetArchive;
let app: Awaited<ReturnType<typeof createApp>>;
let base: string;
let middle: { z: number; x: number; y: number };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waystory-streets-'));
  const path = join(folder, 'kyoto.pmtiles');
  ({ middle } = await writeStreetArchive(path));
  server = await serveArchive(path);
  archive = await openStreetArchive({ place: { kind: 'address', url: server.url }, userAgent: 'Waystory/1', log });
  app = await createApp(log, { 'basemap/unknown': 'The built-in map has no such tile.' });
  mountStreetArchive(app, archive);
  const status = archive.status();
  base = `/streets/${status === 'away' ? 'away' : status.version}`;
});
afterAll(async () => {
  await app.close();
  await archive.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => app.inject({ url: path, headers });

test('Street archive tile is sent gzipped if accepted, and is immutable', async () => {
  const address = `${base}/${middle.z}/${middle.x}/${middle.y}`;
  const zipped = await get(address, { 'accept-encoding': 'gzip' });
  expect(zipped.statusCode).toBe(200);
  expect(zipped.headers).toMatchObject({
    'content-type': 'application/x-protobuf',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await get(address)).body).toContain('minor_road');
});

test('Street archive answers 204 for an empty tile and 404 outside its zoom levels', async () => {
  expect((await get(`${base}/5/0/0`)).statusCode).toBe(204);
  for (const path of [`${base}/15/0/0`, '/streets/other/0/0/0', `${base}/0/1/0`, `${base}/40/0/0`]) {
    const answer = await get(path);
    expect([answer.statusCode, answer.headers['cache-control'], answer.json().code]).toEqual([404, 'no-store', 'basemap/unknown']);
  }
  expect((await get(`${base}/0/x/0`)).json()).toMatchObject({ code: 'request/invalid', errors: [{ path: 'params.x' }] });
});

test('Street archive answers 503 with Retry-After while the archive server is unavailable', async () => {
  server.answers = 'busy';
  const answer = await get(`${base}/10/${middle.x >> 4}/${middle.y >> 4}`);
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'engine/unavailable']);
  expect(answer.headers['retry-after']).toBeDefined();
  expect(archive.status()).toBe('away');
});
