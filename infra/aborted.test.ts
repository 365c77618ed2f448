import { expect, test } from 'vitest';
import { aborted } from './aborted.ts';
import { heapInUse } from './heap-fixture.ts';

test('aborted() of a signal that is already aborted resolves at once', async () => {
  await expect(aborted(AbortSignal.abort())).resolves.toBeUndefined();
});

test('aborted() of a composite signal without other references resolves after a garbage collection', async () => {
  const stopping = new AbortController();
  const heard = aborted(AbortSignal.any([stopping.signal]));
  // A garbage collection can remove an unreferenced composite signal only in a later turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  heapInUse();
  stopping.abort();
  await expect(heard).resolves.toBeUndefined();
});
