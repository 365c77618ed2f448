import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../http/app.ts';
import { createLog } from '../log.ts';
import { blobContentOf, blobNamesOf, blobsContract } from './contract.ts';
import { folderBlobs } from './folder.ts';
import type { Blobs } from './port.ts';

const temporary = (): string => mkdtempSync(join(tmpdir(), 'waystory-blobs-test-'));

/** Serves the uploads of a store. */
async function serving(blobs: Blobs) {
  const app = await createApp(createLog('silent'), {});
  await blobs.mount?.(app);
  return { app, origin: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

describe('folder blobs', () => {
  blobsContract(async () => {
    const folder = temporary();
    const [blobs, other] = [folderBlobs(folder), folderBlobs(folder)];
    const { app, origin } = await serving(other);
    const close = async (): Promise<void> => {
      await app.close();
      rmSync(folder, { recursive: true });
    };
    return { blobs, other, origin, close };
  });
});

describe('upload to the product', () => {
  const folder = temporary();
  const blobs = folderBlobs(folder);
  let origin: string;
  let close: () => Promise<unknown>;
  beforeAll(async () => {
    const served = await serving(blobs);
    [origin, close] = [served.origin, () => served.app.close()];
  });
  afterAll(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });

  let count = 0;
  const grant = (lifetime = 60) => blobs.grantUpload({ blobName: `incoming/${++count}`, mimeType: 'image/png', maxSize: 1_000, lifetime });
  const put = async (
    address: string,
    content: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = { 'content-type': 'image/png' },
    method = 'PUT',
  ) => {
    const response = await fetch(new URL(address, origin), { method, headers, body: content });
    return { status: response.status, type: response.headers.get('content-type'), problem: response.status === 201 ? null : await response.json() };
  };

  test.each<[string, number, () => Promise<Awaited<ReturnType<typeof put>>>]>([
    ['upload/unknown', 404, async () => put('/uploads/incoming/none?type=image%2Fpng&size=9&expires=9999999999999&signature=AAAA', 'x')],
    ['upload/unknown', 404, async () => put(`${(await grant()).uploadUrl}&type=text/html`, 'x')],
    ['upload/expired', 422, async () => put((await grant(-1)).uploadUrl, 'x')],
    ['upload/wrong-type', 422, async () => put((await grant()).uploadUrl, 'x', { 'content-type': 'text/html' })],
    ['upload/wrong-type', 422, async () => put((await grant()).uploadUrl, new Uint8Array(3), {})],
    ['request/too-large', 413, async () => put((await grant()).uploadUrl, new Uint8Array(1_001))],
    ['request/unknown-route', 404, async () => put((await grant()).uploadUrl, 'x', undefined, 'POST')],
    ['request/unknown-route', 404, async () => put('/uploads', 'x')],
  ])('is refused as %s with %i, and stores nothing', async (code, status, refused) => {
    expect(await refused()).toMatchObject({ status, type: expect.stringContaining('application/problem+json'), problem: { code, status } });
    expect(await blobNamesOf(blobs)).toEqual([]);
    expect(existsSync(join(folder, 'drafts')) ? readdirSync(join(folder, 'drafts')) : []).toEqual([]);
  });

  test('answers 409 to a second PUT, also in another process', async () => {
    const { uploadUrl, blobName } = await grant();
    expect((await put(uploadUrl, 'first')).status).toBe(201);
    const later = await serving(folderBlobs(folder));
    expect(await put(new URL(uploadUrl, later.origin).href, 'again')).toMatchObject({ status: 409, problem: { code: 'upload/address-taken' } });
    await later.app.close();
    expect(String(await blobContentOf(blobs, blobName))).toBe('first');
    await blobs.remove(blobName);
  });

  test('without content-length answers 413 above the maximum size, and leaves no draft after an abort', async () => {
    const endless = async (chunks: number) => {
      const sending = request(new URL((await grant()).uploadUrl, origin), { method: 'PUT', headers: { 'content-type': 'image/png' } });
      sending.on('error', () => {}); // the server may answer before it has read everything
      for (let chunk = 0; chunk < chunks; chunk++) sending.write(randomBytes(400));
      return sending;
    };
    const tooLong = await endless(4);
    const [response] = await once(tooLong.end(), 'response');
    expect(response.statusCode).toBe(413);
    response.resume();
    const broken = await endless(2);
    const closed = new Promise((resolve) => broken.once('close', resolve));
    broken.destroy();
    await closed;
    await expect.poll(() => readdirSync(join(folder, 'drafts')), { timeout: 30_000 }).toEqual([]);
    expect(await blobNamesOf(blobs)).toEqual([]);
  });
});

describe('files of folder blobs', () => {
  test('include one signing key with mode 600, shared by concurrent processes', async () => {
    const folder = temporary();
    const grant = { blobName: 'a', mimeType: 'image/png', maxSize: 1, lifetime: 60 };
    const stores = Array.from({ length: 8 }, () => folderBlobs(folder));
    await Promise.all(stores.map((store) => store.grantUpload(grant)));
    expect([statSync(join(folder, 'key')).mode & 0o777, readFileSync(join(folder, 'key')).length]).toEqual([0o600, 32]);
    expect(readdirSync(folder)).toEqual(['key']);
    rmSync(folder, { recursive: true });
  });

  test('lose drafts older than an hour at the first write of another instance, and keep younger drafts', async () => {
    const folder = temporary();
    await folderBlobs(folder).put('a', Buffer.from('x'), 'text/plain');
    const drafts = join(folder, 'drafts');
    for (const name of ['old', 'young']) writeFileSync(join(drafts, name), 'half');
    utimesSync(join(drafts, 'old'), new Date(), new Date(Date.now() - 2 * 3_600_000));
    await folderBlobs(folder).put('b', Buffer.from('x'), 'text/plain');
    expect(readdirSync(drafts)).toEqual(['young']);
    rmSync(folder, { recursive: true });
  });

  test('cause engine/unavailable when the draft folder cannot be created', async () => {
    const folder = temporary();
    writeFileSync(join(folder, 'drafts'), 'no folder');
    const blobs = folderBlobs(folder);
    await expect(blobs.put('a', Buffer.from('x'), 'text/plain')).rejects.toMatchObject({ code: 'engine/unavailable' });
    rmSync(folder, { recursive: true });
  });

  test('are removed when a temporary store closes', async () => {
    const blobs = folderBlobs();
    await blobs.put('a', Buffer.from('x'), 'text/plain');
    expect(String(await blobContentOf(blobs, 'a'))).toBe('x');
    await blobs.close();
    expect(await blobs.info('a')).toBeNull();
  });
});

test('Folder blobs are accessible to their owner only, also in a folder that others could read before', async () => {
  const folder = temporary();
  try {
    const home = join(folder, 'blobs');
    mkdirSync(join(home, 'content'), { recursive: true });
    const blobs = folderBlobs(home);
    await blobs.put('kept/of/somebody', new Uint8Array([1]), 'image/webp');
    await blobs.grantUpload({ blobName: 'incoming/a', mimeType: 'image/png', maxSize: 1, lifetime: 60 });
    const entries = readdirSync(home, { recursive: true, withFileTypes: true });
    expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(['key', 'drafts', 'of', 'somebody~']));
    const names = ['.', ...entries.map(({ parentPath, name }) => join(relative(home, parentPath), name))];
    const open = names.filter((name) => statSync(join(home, name)).mode & 0o077);
    expect(open).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
