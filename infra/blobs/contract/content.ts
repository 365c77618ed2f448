import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { InvalidBlobName } from '../blob-name.ts';
import type { BlobsUnderTest } from '../contract.ts';
import type { Blobs } from '../port.ts';

/** Bytes of a blob; null without one. */
export async function bytesOf(blobs: Blobs, name: string): Promise<Buffer | null> {
  const stored = await blobs.read(name);
  return stored && buffer(stored.content);
}

export const namesOf = (blobs: Blobs, prefix = ''): Promise<string[]> => Array.fromAsync(blobs.list(prefix));

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

export function describeContent(under: () => BlobsUnderTest): void {
  test.each([0, 1, 70_000, 5_000_000])('keeps %i bytes with their type, from a buffer or a stream', async (size) => {
    const { blobs, other } = under();
    const bytes = randomBytes(size);
    await blobs.put('at-once', bytes, 'image/webp');
    await blobs.put('a/b/stream.bin', Readable.from(pieces(bytes)), 'application/octet-stream');
    for (const one of [blobs, other]) {
      expect(await one.info('at-once')).toEqual({ size, mimeType: 'image/webp' });
      expect(await one.info('a/b/stream.bin')).toEqual({ size, mimeType: 'application/octet-stream' });
      expect((await bytesOf(one, 'at-once'))?.equals(bytes)).toBe(true);
      expect((await bytesOf(one, 'a/b/stream.bin'))?.equals(bytes)).toBe(true);
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
    expect(await namesOf(blobs)).toEqual(['kept']);
  });

  test('keeps blobs complete under concurrent puts and removals', async () => {
    const { blobs, other } = under();
    const contents = Array.from({ length: 8 }, (_, number) => Buffer.alloc(50_000, number));
    await Promise.all(contents.map((bytes, number) => (number % 2 ? blobs : other).put('shelf/same', bytes, 'text/plain')));
    const kept = await bytesOf(blobs, 'shelf/same');
    expect(contents.filter((bytes) => kept?.equals(bytes))).toHaveLength(1);
    await Promise.all(
      [...contents.entries()].map(([number, bytes]) => (number % 2 ? blobs.remove('shelf/same') : other.put(`shelf/${number}`, bytes, 'text/plain'))),
    );
    expect(await namesOf(blobs, 'shelf/')).toEqual(['shelf/0', 'shelf/2', 'shelf/4', 'shelf/6']);
  });

  test('answers null for a missing blob, which may be removed', async () => {
    const { blobs } = under();
    expect([await blobs.info('none'), await blobs.read('none'), await blobs.info('a/b/none')]).toEqual([null, null, null]);
    await blobs.remove('none');
    await blobs.remove('a/b/none');
    await blobs.put('a', Buffer.from('x'), 'text/plain');
    await blobs.remove('a');
    expect([await blobs.info('a'), await blobs.read('a'), await namesOf(blobs)]).toEqual([null, null, []]);
  });

  test('tolerates readers that stop early, and removals during a read', async () => {
    const { blobs } = under();
    await blobs.put('long', randomBytes(3_000_000), 'text/plain');
    const stored = await blobs.read('long');
    for await (const _ of stored?.content ?? []) break;
    await blobs.remove('long');
    expect(await blobs.read('long')).toBeNull();
  });

  test('lists blobs by prefix in order, also when one name continues another', async () => {
    const { blobs, other } = under();
    const names = ['a', 'a-b', 'a.b', 'a/b', 'a/b/c', 'a/b-c', 'a0', 'aa/1', 'B', 'b/2', '_x'];
    for (const name of names) await blobs.put(name, Buffer.from(name), 'text/plain');
    expect(await namesOf(other)).toEqual([...names].sort());
    expect(await namesOf(other, 'a/')).toEqual(['a/b', 'a/b-c', 'a/b/c']);
    expect(await namesOf(other, 'a/b')).toEqual(['a/b', 'a/b-c', 'a/b/c']);
    expect(await namesOf(other, 'aa')).toEqual(['aa/1']);
    for (const none of ['../', '../content/', '/', 'a//', 'c/', 'a/b/c/']) expect(await namesOf(other, none)).toEqual([]);
    expect(String(await bytesOf(other, 'a/b'))).toBe('a/b');
  });

  test.each(tricks)('refuses the name %j', async (name) => {
    const { blobs } = under();
    const grant = { blobName: name, mimeType: 'image/png', maxSize: 1, lifetime: 60 };
    const calls = [blobs.put(name, Buffer.from('x'), 'text/plain'), blobs.info(name), blobs.read(name), blobs.remove(name), blobs.grantUpload(grant)];
    for (const result of await Promise.allSettled(calls)) expect(result).toMatchObject({ reason: expect.any(InvalidBlobName) });
    expect(await namesOf(blobs)).toEqual([]);
  });

  test('refuses names that are too long, and invalid types', async () => {
    const { blobs } = under();
    const longest = `${'n'.repeat(200)}/${'m'.repeat(200)}`;
    await blobs.put(longest, Buffer.from('x'), 'text/plain');
    expect(await namesOf(blobs)).toEqual([longest]);
    await expect(blobs.info('n'.repeat(201))).rejects.toThrow(InvalidBlobName);
    await expect(blobs.info(`${longest}/${longest}`)).rejects.toThrow(InvalidBlobName);
    for (const type of ['', 'png', 'image/png; x=y', 'image/png\r\nx: y', `image/${'x'.repeat(50)}`])
      await expect(blobs.put('typed', Buffer.from('x'), type)).rejects.toThrow(InvalidBlobName);
  });
}
