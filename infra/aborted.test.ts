import { expect, test } from 'vitest';
import { aborted } from './aborted.ts';
import { heapInUse } from './heap-fixture.ts';

test('a signal that was aborted before is not waited for', async () => {
  await expect(aborted(AbortSignal.abort())).resolves.toBeUndefined();
});

test('a signal that is made of others, and that nobody else holds, is heard', async () => {
  const stopping = new AbortController();
  const heard = aborted(AbortSignal.any([stopping.signal]));
  // Unreferenced objects are collected after a turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  heapInUse();
  stopping.abort();
  await expect(heard).resolves.toBeUndefined();
});
