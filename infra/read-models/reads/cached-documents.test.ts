import { expect, test } from 'vitest';
import { createCacheRegistry } from '../../cache-registry.ts';
import type { Doc } from '../../projection-store/port.ts';
import { cachedDocuments } from './cached-documents.ts';

/** A store that counts what it is asked for, and documents by id in it. */
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

test('what was read is not read again, nor what was not there, until something changes', async () => {
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

test('what changed while it was read is read again', async () => {
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

test('without a stamp nothing is kept', async () => {
  const { stored, asked, state, get } = setUp();
  stored.set('a', { id: 'a', name: 'Ada' });
  state.stamp = undefined;
  await get('a');
  await get('a');
  expect(asked).toHaveLength(2);
});
