import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { expect, test, vi } from 'vitest';
import type { BlobsUnderTest } from '../contract.ts';
import type { UploadGrant } from '../port.ts';
import { bytesOf, namesOf } from './content.ts';

const wanted = { blobName: 'incoming/one', mimeType: 'image/png', maxSize: 1_000, lifetime: 60 };
const png = { 'content-type': 'image/png', 'x-ms-blob-type': 'BlockBlob' };

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  content?: Uint8Array<ArrayBuffer> | undefined;
}

/** Status of an upload to a granted address. */
async function send(origin: string, address: string, { method = 'PUT', headers = png, content }: Sent = {}): Promise<number> {
  const response = await fetch(new URL(address, origin), { method, headers, ...(content && { body: content }) });
  await response.arrayBuffer();
  return response.status;
}

const bytes = (size: number): Buffer<ArrayBuffer> => Buffer.from(randomBytes(size));
const refused = (status: number): boolean => status >= 400 && status < 500;

/** Changes every query value whose name matches. */
function withValues(address: string, name: RegExp, value: string | null): string {
  const [path, query] = address.split('?');
  const values = new URLSearchParams(query);
  for (const key of [...values.keys()].filter((one) => name.test(one))) value === null ? values.delete(key) : values.set(key, value);
  return `${path}?${values}`;
}

/** Changes of an address that would extend its grant. */
const tamperings: [string, (address: string) => string][] = [
  ['of another blob', (address) => address.replace('/one?', '/two?')],
  ['of a blob above', (address) => address.replace('/one?', '/..%2ftwo?')],
  ['that holds longer', (address) => withValues(address, /^(se|expires)$/, '2099-01-01T00:00:00Z')],
  ['without a signature', (address) => withValues(address, /^sig/, null)],
  ['with another signature', (address) => withValues(address, /^sig/, randomBytes(32).toString('base64'))],
  ['with an empty signature', (address) => withValues(address, /^sig/, '')],
  ['with nothing', (address) => address.split('?')[0] ?? ''],
];

/** Begins an upload and aborts it. */
async function breakOff(address: URL): Promise<void> {
  const broken = request(address, { method: 'PUT', headers: { ...png, 'content-length': '1000' } });
  broken.on('error', () => {}); // the abort raises an error
  await new Promise((sent) => broken.write(bytes(500), sent));
  const closed = new Promise((resolve) => broken.once('close', resolve));
  broken.destroy();
  await closed;
}

export function describeGrants(under: () => BlobsUnderTest): void {
  test('allows one upload to every holder of its address', async () => {
    const { blobs, other, origin } = under();
    const before = Date.now();
    const grant = await blobs.grantUpload(wanted);
    expect(grant).toMatchObject({ blobName: 'incoming/one', uploadUrl: expect.any(String), containerName: expect.stringMatching(/./) });
    expect(Math.abs(Date.parse(grant.expiresAt) - before - 60_000)).toBeLessThan(5_000);
    const [first, second] = [bytes(1_000), bytes(900)];
    expect(await send(origin, grant.uploadUrl, { content: first })).toBe(201);
    expect(await other.info('incoming/one')).toEqual({ size: 1_000, mimeType: 'image/png' });
    expect(await send(origin, grant.uploadUrl, { content: second })).toSatisfy(refused);
    expect((await bytesOf(blobs, 'incoming/one'))?.equals(first)).toBe(true);
  });

  test('is used up even when the upload was emptied, or the grant is requested again', async () => {
    const { blobs, other, origin } = under();
    const grant = await blobs.grantUpload(wanted);
    expect(await send(origin, grant.uploadUrl, { content: bytes(10) })).toBe(201);
    await other.put('incoming/one', new Uint8Array(), 'image/png');
    for (const { uploadUrl } of [grant, await other.grantUpload(wanted)])
      expect(await send(origin, uploadUrl, { content: bytes(10) })).toSatisfy(refused);
    expect(await blobs.info('incoming/one')).toMatchObject({ size: 0 });
  });

  test('stores one of many concurrent uploads', async () => {
    const { blobs, other, origin } = under();
    const grants = [await blobs.grantUpload(wanted), await other.grantUpload(wanted)];
    const contents = Array.from({ length: 8 }, () => bytes(1_000));
    const statuses = await Promise.all(contents.map((content, number) => send(origin, grants[number % 2]?.uploadUrl ?? '', { content })));
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter(refused)).toHaveLength(7);
    const stored = await bytesOf(blobs, 'incoming/one');
    expect(stored?.equals(contents[statuses.indexOf(201)] ?? Buffer.of())).toBe(true);
  });

  test('expires', async () => {
    const { blobs, origin } = under();
    const { uploadUrl } = await blobs.grantUpload({ ...wanted, lifetime: -10 });
    expect(await send(origin, uploadUrl, { content: bytes(10) })).toSatisfy(refused);
    expect(await namesOf(blobs)).toEqual([]);
  });

  test.each(tamperings)('with an address changed to one %s is refused', async (_, change) => {
    const { blobs, origin } = under();
    const { uploadUrl } = await blobs.grantUpload(wanted);
    expect(await send(origin, change(uploadUrl), { content: bytes(10) })).toSatisfy(refused);
    expect(await namesOf(blobs)).toEqual([]);
  });

  test('allows no reading, replacing or removal', async () => {
    const { blobs, origin } = under();
    const { uploadUrl } = await blobs.grantUpload(wanted);
    await blobs.put('incoming/one', Buffer.from('there'), 'image/png');
    for (const method of ['GET', 'HEAD', 'DELETE', 'POST', 'PUT', 'PATCH'])
      expect(await send(origin, uploadUrl, { method, ...(/^P/.test(method) && { content: bytes(10) }) }), method).toSatisfy(refused);
    expect(String(await bytesOf(blobs, 'incoming/one'))).toBe('there');
  });

  test('survives an aborted upload, which leaves nothing', async () => {
    const { blobs, origin } = under();
    const { uploadUrl } = await blobs.grantUpload(wanted);
    await breakOff(new URL(uploadUrl, origin));
    expect(await namesOf(blobs)).toEqual([]);
    await vi.waitFor(async () => expect(await send(origin, uploadUrl, { content: bytes(10) })).toBe(201));
    expect(await blobs.info('incoming/one')).toMatchObject({ size: 10 });
  });

  test('states size and type; a store that cannot refuse others reports the real ones', async () => {
    const { blobs, origin } = under();
    const html = { 'content-type': 'text/html', 'x-ms-blob-type': 'BlockBlob' };
    const unfit: [UploadGrant, Sent][] = [
      [await blobs.grantUpload({ ...wanted, blobName: 'incoming/large' }), { content: bytes(1_001) }],
      [await blobs.grantUpload({ ...wanted, blobName: 'incoming/typed' }), { content: bytes(9), headers: html }],
    ];
    for (const [{ uploadUrl }, sent] of unfit) expect(refused(await send(origin, uploadUrl, sent))).toBe(blobs.checksUploads);
    const told = blobs.checksUploads ? [null, null] : [{ size: 1_001 }, { size: 9, mimeType: 'text/html' }];
    expect([await blobs.info('incoming/large'), await blobs.info('incoming/typed')]).toMatchObject(told);
  });
}
