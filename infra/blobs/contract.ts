import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Blobs, InvalidBlobName, type UploadGrant } from './port.ts';

/** An empty blob store. */
export interface BlobsUnderTest {
  blobs: Blobs;
  /** Another process on the same store. */
  other: Blobs;
  /** Origin against which upload URLs that are paths resolve. */
  origin: string;
  /** Removes all data. */
  close(): Promise<void>;
}

/** Contract of a blob store; `make` returns an empty store on its real engine. */
export function blobsContract(make: () => Promise<BlobsUnderTest>): void {
  let under: BlobsUnderTest;
  beforeEach(async () => {
    under = await make();
  });
  afterEach(() => under.close());

  describe('blob store', () => describeContent(() => under));
  describe('upload grant', () => describeGrants(() => under));
}

const wanted = { blobName: 'incoming/one', mimeType: 'image/png', maxSize: 1_000, lifetime: 60 };
const png = { 'content-type': 'image/png', 'x-ms-blob-type': 'BlockBlob' };

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  content?: Uint8Array<ArrayBuffer> | undefined;
}

/** Sends content to an upload URL; returns the status. */
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

/** Changes of an upload URL that would extend its grant. */
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

function describeGrants(under: () => BlobsUnderTest): void {
  test('allows one upload with its URL, and refuses a second one', async () => {
    const { blobs, other, origin } = under();
    const before = Date.now();
    const grant = await blobs.grantUpload(wanted);
    expect(grant).toMatchObject({ blobName: 'incoming/one', uploadUrl: expect.any(String), containerName: expect.stringMatching(/./) });
    expect(Math.abs(Date.parse(grant.expiresAt) - before - 60_000)).toBeLessThan(5_000);
    const [first, second] = [bytes(1_000), bytes(900)];
    expect(await send(origin, grant.uploadUrl, { content: first })).toBe(201);
    expect(await other.info('incoming/one')).toEqual({ size: 1_000, mimeType: 'image/png' });
    expect(await send(origin, grant.uploadUrl, { content: second })).toSatisfy(refused);
    expect((await blobContentOf(blobs, 'incoming/one'))?.equals(first)).toBe(true);
  });

  test('refuses a second upload even when the blob was emptied, or the grant is requested again', async () => {
    const { blobs, other, origin } = under();
    const grant = await blobs.grantUpload(wanted);
    expect(await send(origin, grant.uploadUrl, { content: bytes(10) })).toBe(201);
    await other.put('incoming/one', new Uint8Array(), 'image/png');
    for (const { uploadUrl } of [grant, await other.grantUpload(wanted)])
      expect(await send(origin, uploadUrl, { content: bytes(10) })).toSatisfy(refused);
    expect(await blobs.info('incoming/one')).toMatchObject({ size: 0 });
  });

  test('stores exactly one of eight concurrent uploads', async () => {
    const { blobs, other, origin } = under();
    const grants = [await blobs.grantUpload(wanted), await other.grantUpload(wanted)];
    const contents = Array.from({ length: 8 }, () => bytes(1_000));
    const statuses = await Promise.all(contents.map((content, number) => send(origin, grants[number % 2]?.uploadUrl ?? '', { content })));
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter(refused)).toHaveLength(7);
    const stored = await blobContentOf(blobs, 'incoming/one');
    expect(stored?.equals(contents[statuses.indexOf(201)] ?? Buffer.of())).toBe(true);
  });

  test('refuses an upload after its expiry', async () => {
    const { blobs, origin } = under();
    const { uploadUrl } = await blobs.grantUpload({ ...wanted, lifetime: -10 });
    expect(await send(origin, uploadUrl, { content: bytes(10) })).toSatisfy(refused);
    expect(await blobNamesOf(blobs)).toEqual([]);
  });

  test.each(tamperings)('with a URL changed to one %s is refused', async (_, change) => {
    const { blobs, origin } = under();
    const { uploadUrl } = await blobs.grantUpload(wanted);
    expect(await send(origin, change(uploadUrl), { content: bytes(10) })).toSatisfy(refused);
    expect(await blobNamesOf(blobs)).toEqual([]);
  });

  test('allows no reading, replacing or removal', async () => {
    const { blobs, origin } = under();
    const { uploadUrl } = await blobs.grantUpload(wanted);
    await blobs.put('incoming/one', Buffer.from('there'), 'image/png');
    for (const method of ['GET', 'HEAD', 'DELETE', 'POST', 'PUT', 'PATCH'])
      expect(await send(origin, uploadUrl, { method, ...(/^P/.test(method) && { content: bytes(10) }) }), method).toSatisfy(refused);
    expect(String(await blobContentOf(blobs, 'incoming/one'))).toBe('there');
  });

  test('allows an upload after an aborted one, which stores no blob', async () => {
    const { blobs, origin } = under();
    const { uploadUrl } = await blobs.grantUpload(wanted);
    await breakOff(new URL(uploadUrl, origin));
    expect(await blobNamesOf(blobs)).toEqual([]);
    await vi.waitFor(async () => expect(await send(origin, uploadUrl, { content: bytes(10) })).toBe(201));
    expect(await blobs.info('incoming/one')).toMatchObject({ size: 10 });
  });

  test('limits size and type if the store checks uploads, and otherwise info reports the uploaded size and type', async () => {
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

/** Bytes of a blob; null without one. */
export async function blobContentOf(blobs: Blobs, name: string): Promise<Buffer | null> {
  const stored = await blobs.read(name);
  return stored && buffer(stored.content);
}

export const blobNamesOf = (blobs: Blobs, prefix = ''): Promise<string[]> => Array.fromAsync(blobs.list(prefix));

/** Content in pieces, followed by an error if one is given. */
async function* pieces(bytes: Buffer, breaksOff?: Error): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
  if (breaksOff) throw breaksOff;
}

const tricks = [
  '',
  '/',
  '/etc/passwd',
  '../up',
  'a/../../up',
  'a/..',
  'a//b',
  'a/',
  './a',
  '.hidden',
  'a/.hidden',
  'dot.',
  'a\\b',
  'a\u0000b',
  'ä',
  'a b',
  'a%2fb',
];

function describeContent(under: () => BlobsUnderTest): void {
  test.each([0, 1, 70_000, 5_000_000])('keeps %i bytes with their type, from a buffer or a stream', async (size) => {
    const { blobs, other } = under();
    const bytes = randomBytes(size);
    await blobs.put('at-once', bytes, 'image/webp');
    await blobs.put('a/b/stream.bin', Readable.from(pieces(bytes)), 'application/octet-stream');
    for (const one of [blobs, other]) {
      expect(await one.info('at-once')).toEqual({ size, mimeType: 'image/webp' });
      expect(await one.info('a/b/stream.bin')).toEqual({ size, mimeType: 'application/octet-stream' });
      expect((await blobContentOf(one, 'at-once'))?.equals(bytes)).toBe(true);
      expect((await blobContentOf(one, 'a/b/stream.bin'))?.equals(bytes)).toBe(true);
    }
  });

  test('replaces a blob completely or not at all', async () => {
    const { blobs } = under();
    const failure = new Error('The content broke off');
    const half = (): Readable => Readable.from(pieces(randomBytes(2_000_000), failure));
    await expect(blobs.put('new', half(), 'text/plain')).rejects.toBe(failure);
    expect(await blobs.info('new')).toBeNull();
    await blobs.put('kept', Buffer.from('first'), 'text/plain');
    await expect(blobs.put('kept', half(), 'image/png')).rejects.toBe(failure);
    expect(await blobs.info('kept')).toEqual({ size: 5, mimeType: 'text/plain' });
    await blobs.put('kept', Buffer.from('second'), 'image/png');
    expect(await blobs.info('kept')).toEqual({ size: 6, mimeType: 'image/png' });
    expect(await blobNamesOf(blobs)).toEqual(['kept']);
  });

  test('keeps blobs complete under concurrent puts and removals', async () => {
    const { blobs, other } = under();
    const contents = Array.from({ length: 8 }, (_, number) => Buffer.alloc(50_000, number));
    await Promise.all(contents.map((bytes, number) => (number % 2 ? blobs : other).put('shelf/same', bytes, 'text/plain')));
    const kept = await blobContentOf(blobs, 'shelf/same');
    expect(contents.filter((bytes) => kept?.equals(bytes))).toHaveLength(1);
    await Promise.all(
      [...contents.entries()].map(([number, bytes]) => (number % 2 ? blobs.remove('shelf/same') : other.put(`shelf/${number}`, bytes, 'text/plain'))),
    );
    expect(await blobNamesOf(blobs, 'shelf/')).toEqual(['shelf/0', 'shelf/2', 'shelf/4', 'shelf/6']);
  });

  test('returns null for a missing blob, whose removal does nothing', async () => {
    const { blobs } = under();
    expect([await blobs.info('none'), await blobs.read('none'), await blobs.info('a/b/none')]).toEqual([null, null, null]);
    await blobs.remove('none');
    await blobs.remove('a/b/none');
    await blobs.put('a', Buffer.from('x'), 'text/plain');
    await blobs.remove('a');
    expect([await blobs.info('a'), await blobs.read('a'), await blobNamesOf(blobs)]).toEqual([null, null, []]);
  });

  test('removes a blob whose reader stopped early', async () => {
    const { blobs } = under();
    await blobs.put('long', randomBytes(3_000_000), 'text/plain');
    const stored = await blobs.read('long');
    for await (const _ of stored?.content ?? []) break;
    await blobs.remove('long');
    expect(await blobs.read('long')).toBeNull();
  });

  test('lists blobs by prefix in order, also when one name is a prefix of another', async () => {
    const { blobs, other } = under();
    const names = ['a', 'a-b', 'a.b', 'a/b', 'a/b/c', 'a/b-c', 'a0', 'aa/1', 'B', 'b/2', '_x'];
    for (const name of names) await blobs.put(name, Buffer.from(name), 'text/plain');
    expect(await blobNamesOf(other)).toEqual([...names].sort());
    expect(await blobNamesOf(other, 'a/')).toEqual(['a/b', 'a/b-c', 'a/b/c']);
    expect(await blobNamesOf(other, 'a/b')).toEqual(['a/b', 'a/b-c', 'a/b/c']);
    expect(await blobNamesOf(other, 'aa')).toEqual(['aa/1']);
    for (const none of ['../', '../content/', '/', 'a//', 'c/', 'a/b/c/']) expect(await blobNamesOf(other, none)).toEqual([]);
    expect(String(await blobContentOf(other, 'a/b'))).toBe('a/b');
  });

  test.each(tricks)('refuses the name %j', async (name) => {
    const { blobs } = under();
    const grant = { blobName: name, mimeType: 'image/png', maxSize: 1, lifetime: 60 };
    const calls = [blobs.put(name, Buffer.from('x'), 'text/plain'), blobs.info(name), blobs.read(name), blobs.remove(name), blobs.grantUpload(grant)];
    for (const result of await Promise.allSettled(calls)) expect(result).toMatchObject({ reason: expect.any(InvalidBlobName) });
    expect(await blobNamesOf(blobs)).toEqual([]);
  });

  test('refuses names that are too long, and invalid types', async () => {
    const { blobs } = under();
    const longest = `${'n'.repeat(200)}/${'m'.repeat(200)}`;
    await blobs.put(longest, Buffer.from('x'), 'text/plain');
    expect(await blobNamesOf(blobs)).toEqual([longest]);
    await expect(blobs.info('n'.repeat(201))).rejects.toThrow(InvalidBlobName);
    await expect(blobs.info(`${longest}/${longest}`)).rejects.toThrow(InvalidBlobName);
    for (const type of ['', 'png', 'image/png; x=y', 'image/png\r\nx: y', `image/${'x'.repeat(50)}`])
      await expect(blobs.put('typed', Buffer.from('x'), type)).rejects.toThrow(InvalidBlobName);
  });
}
