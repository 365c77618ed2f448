import { expect, test } from 'vitest';
import { createReplyCache } from './reply-cache.ts';

const reply = { projections: ['stories'], stamp: '1:7', headers: { etag: '"3"', 'cache-control': 'no-store' }, text: '{"title":"Café 🗺️"}' };

function cache() {
  const now = { stamp: '1:7' as string | undefined };
  return { now, ...createReplyCache(() => now.stamp) };
}

test('what is asked a second time is kept, byte for byte', () => {
  const { keep, get } = cache();
  keep('a', reply);
  expect(get('a')).toBeUndefined();
  keep('a', reply);
  expect(Buffer.from(get('a')?.bytes ?? '', 'latin1').toString()).toBe(reply.text);
  expect(get('a')?.headers).toMatchObject({ 'content-length': Buffer.byteLength(reply.text), etag: '"3"', 'cache-control': 'no-store' });
});

test('it is dropped when a projection behind it moves, or is not known any more', () => {
  const { keep, get, now } = cache();
  for (const stamp of ['1:8', undefined]) {
    now.stamp = '1:7';
    keep('a', reply);
    keep('a', reply);
    expect(get('a')).toBeDefined();
    now.stamp = stamp;
    expect(get('a')).toBeUndefined();
  }
});

test('an answer without a stamp, or from no projection, is not kept', () => {
  const { keep, get } = cache();
  for (const unkept of [
    { ...reply, stamp: undefined },
    { ...reply, projections: [] },
  ]) {
    keep('a', unkept);
    keep('a', unkept);
    expect(get('a')).toBeUndefined();
  }
});

test('the oldest go first when there are too many', () => {
  const { keep, get } = cache();
  const large = { ...reply, text: 'x'.repeat(4 * 1024 * 1024) };
  for (let number = 0; number < 10; number++) {
    keep(`k${number}`, large);
    keep(`k${number}`, large);
  }
  expect(get('k0')).toBeUndefined();
  expect(get('k9')).toBeDefined();
});
