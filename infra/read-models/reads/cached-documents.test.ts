import { expect, test } from 'vitest';
import { createCacheRegistry } from '../../cache-registry.ts';
import type { Doc } from '../../projection-store/port.ts';
import { cachedDocuments } from './json-text.ts';

/** A store that records its queries, and cached documents over it. */
function setUp() {
  const stored = new Map<string, Doc>();
  const asked: string[][] = [];
  const state = { stamp: '1' as string | undefined, whileReading: (): void => {} };
  const cached = cachedDocuments(
    {
      get: async (_, ids) => {
        asked.push(ids);
        const docs = ids.map((id) => stored.get(id)).filter((doc) => doc !== undefined);
        state.whileReading();
        return docs;
      },
    },
    createCacheRegistry(1_000_000),
  );
  const get = async (...ids: string[]) => (await cached.get('authors@1', ids, () => state.stamp)).map(({ name }) => name).sort();
  return { stored, asked, state, get };
}

test('Found and missing documents are cached until the stamp of their projection changes', async () => {
  const { stored, asked, state, get } = setUp();
  stored.set('a', { id: 'a', name: 'Ada' });
  expect(await get('a', 'nobody')).toEqual(['Ada']);
  stored.set('b', { id: 'b', name: 'Bea' });
  expect(await get('b', 'a', 'nobody')).toEqual(['Ada', 'Bea']);
  expect(asked).toEqual([['a', 'nobody'], ['b']]);
  stored.set('a', { id: 'a', name: 'Ada L.' });
  state.stamp = '2';
  expect(await get('a')).toEqual(['Ada L.']);
});

test('Document that changed during its read is not cached', async () => {
  const { stored, asked, state, get } = setUp();
  stored.set('a', { id: 'a', name: 'old' });
  state.whileReading = () => {
    stored.set('a', { id: 'a', name: 'new' });
    state.stamp = '2';
  };
  expect(await get('a')).toEqual(['old']);
  state.whileReading = () => {};
  expect(await get('a')).toEqual(['new']);
  expect(asked).toHaveLength(2);
});

test('Documents are not cached while the stamp of their projection is unknown', async () => {
  const { stored, asked, state, get } = setUp();
  stored.set('a', { id: 'a', name: 'Ada' });
  state.stamp = undefined;
  await get('a');
  await get('a');
  expect(asked).toHaveLength(2);
});
