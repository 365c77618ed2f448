import { describe, expect } from 'vitest';
import { all, commitOf, idsOf, type MakeStore, stories, testWith, unstoredDoc } from './fixture.ts';

/** Writes of documents, fences and checkpoints. */
export function writesContract(make: MakeStore): void {
  const test = testWith(make);
  describe('writes', () => {
    test('return a document and its fences unchanged', async ({ store }) => {
      const doc = { id: 'a', title: `'"\\ $1 % _ 𝒳`, likes: -1.5, nested: { tags: ['x', null] }, none: null };
      expect(await store.commit(commitOf(1, [{ id: 'a', doc, _at: { '0': 1, '3': 9_007_199_254_740_991 }, _rev: 0 }]))).toEqual([]);
      expect(await store.load(stories.name, ['a', 'unknown'])).toEqual([{ id: 'a', doc, _at: { '0': 1, '3': 9_007_199_254_740_991 }, _rev: 1 }]);
      expect(await store.get(stories.name, ['a', 'unknown'])).toEqual([doc]);
    });

    test('conflict unless the document has the loaded revision', async ({ store }) => {
      await store.commit(commitOf(1, [unstoredDoc('a', { title: 'one' })]));
      expect(await store.commit(commitOf(2, [{ ...unstoredDoc('a', { title: 'two' }), _rev: 1 }]))).toEqual([]);
      expect(await store.commit(commitOf(3, [{ ...unstoredDoc('a', { title: 'late' }), _rev: 1 }]))).toEqual(['a']);
      expect(await store.commit(commitOf(3, [unstoredDoc('a', { title: 'as new' })]))).toEqual(['a']);
      expect(await store.commit(commitOf(3, [{ ...unstoredDoc('b', { title: 'gone' }), _rev: 7 }]))).toEqual(['b']);
      expect(await store.load(stories.name, ['a', 'b'])).toEqual([{ id: 'a', doc: { id: 'a', title: 'two' }, _at: { '0': 1 }, _rev: 2 }]);
    });

    test('with a conflict change nothing, and succeed after loading again', async ({ store }) => {
      await store.ensure({ ...stories, name: 'authors@1' });
      await store.commit(commitOf(1, [unstoredDoc('a')]));
      const writes = [
        { collection: 'authors@1', docs: [unstoredDoc('x')] },
        { collection: stories.name, docs: [unstoredDoc('b'), unstoredDoc('a')] },
      ];
      expect(await store.commit({ ...commitOf(2, []), writes })).toEqual(['a']);
      expect(await store.checkpoints('stories@1')).toEqual({ '0': { offset: 1, watermark: 1 } });
      expect(await store.load('authors@1', ['x'])).toEqual([]);
      expect(await store.load(stories.name, ['a', 'b'])).toEqual([{ ...unstoredDoc('a'), _rev: 1 }]);
      const again = await store.load(stories.name, ['a', 'b']);
      const revision = (id: string): number => again.find((one) => one.id === id)?._rev ?? 0;
      const docs = ['a', 'b'].map((id) => ({ ...unstoredDoc(id, { title: 'second' }), _rev: revision(id) }));
      expect(await store.commit(commitOf(2, docs))).toEqual([]);
      expect(await store.get(stories.name, ['a', 'b'])).toHaveLength(2);
      expect(await store.checkpoints('stories@1')).toEqual({ '0': { offset: 2, watermark: 2 } });
    });

    test('of two processes to the same 50 documents lose no update', async ({ store, other }) => {
      const second = await other();
      const ids = Array.from({ length: 50 }, (_, index) => `doc-${index}`);
      const rounds = 20;
      const increment = async (on: typeof store, partition: string, order: string[]): Promise<void> => {
        for (let done = 0; done < rounds; ) {
          const loaded = new Map((await on.load(stories.name, order)).map((doc) => [doc.id, doc]));
          const docs = order.map((id) => {
            const { doc, _at, _rev } = loaded.get(id) ?? { doc: null, _at: {}, _rev: 0 };
            return { id, doc: { id, likes: Number(doc?.likes ?? 0) + 1 }, _at: { ..._at, [partition]: done + 1 }, _rev };
          });
          const conflicts = await on.commit({ ...commitOf(done + 1, docs), partition });
          if (conflicts.length === 0) done += 1;
        }
      };
      await Promise.all([increment(store, '0', ids), increment(second, '1', ids.toReversed())]);
      expect((await store.get(stories.name, ids)).map(({ likes }) => likes)).toEqual(ids.map(() => 2 * rounds));
    });

    test('leave a tombstone that only load and scan return, and that blocks a new insert', async ({ store }) => {
      await store.commit(commitOf(1, [unstoredDoc('a', { open: true }), unstoredDoc('b', { open: true }), unstoredDoc('never', null)]));
      await store.commit(commitOf(2, [{ ...unstoredDoc('a', null), _rev: 1 }]));
      expect(await store.load(stories.name, ['a'])).toEqual([{ id: 'a', doc: null, _at: { '0': 1 }, _rev: 2 }]);
      expect((await all(store.scan(stories.name))).map(({ id }) => id)).toEqual(['a', 'b', 'never']);
      expect(idsOf(await store.get(stories.name, ['a', 'b', 'never']))).toEqual(['b']);
      expect(idsOf(await store.find(stories.name, { filter: null, sort: [], limit: 10 }))).toEqual(['b']);
      expect(await store.count(stories.name, { filter: { op: 'isNull', field: 'title', value: true } }, 10)).toBe(1);
      expect(await store.commit(commitOf(3, [unstoredDoc('a')]))).toEqual(['a']);
    });

    test('update some documents and delete others in one commit, all or none', async ({ store }) => {
      await store.commit(
        commitOf(
          1,
          ['a', 'b', 'c'].map((id) => unstoredDoc(id, { open: true })),
        ),
      );
      const changes = (_rev: number) => [
        unstoredDoc('d'),
        { ...unstoredDoc('a', { open: false }), _rev: 1 },
        { ...unstoredDoc('b', null), _rev: 1 },
        { ...unstoredDoc('c', null), _rev },
      ];
      expect(await store.commit(commitOf(2, changes(2)))).toEqual(['c']);
      expect(idsOf(await store.get(stories.name, ['a', 'b', 'c', 'd'])).toSorted()).toEqual(['a', 'b', 'c']);
      expect(await store.commit(commitOf(2, changes(1)))).toEqual([]);
      expect(idsOf(await store.get(stories.name, ['a', 'b', 'c', 'd'])).toSorted()).toEqual(['a', 'd']);
      expect((await store.load(stories.name, ['b', 'c'])).map(({ doc, _rev }) => [doc, _rev])).toEqual([
        [null, 2],
        [null, 2],
      ]);
      expect(await store.count(stories.name, { filter: { op: 'eq', field: 'open', value: true } }, 10)).toBe(0);
    });

    test('cover several collections in one commit', async ({ store }) => {
      await store.ensure({ ...stories, name: 'authors@1' });
      const writes = [
        { collection: stories.name, docs: [unstoredDoc('a')] },
        { collection: 'authors@1', docs: [unstoredDoc('x'), unstoredDoc('a')] },
      ];
      expect(await store.commit({ ...commitOf(1, []), writes })).toEqual([]);
      expect(await store.get('authors@1', ['x', 'a'])).toHaveLength(2);
      expect(await store.get(stories.name, ['x', 'a'])).toHaveLength(1);
    });

    test('without documents store the checkpoint, which a later commit with a lower offset does not move back', async ({ store }) => {
      expect(await store.commit(commitOf(5, []))).toEqual([]);
      expect(await store.commit({ ...commitOf(4, []), writes: [] })).toEqual([]);
      expect(await store.checkpoints('stories@1')).toEqual({ '0': { offset: 5, watermark: 5 } });
    });

    test('of checkpoints are per projection and partition, and saveCheckpoint may lower them', async ({ store }) => {
      await store.saveCheckpoint('stories@1', '0', { offset: 9, watermark: 20 });
      await store.saveCheckpoint('stories@1', 'p-1', { offset: 3, watermark: 8_000_000_000 });
      await store.saveCheckpoint('stories@2', '0', { offset: 1, watermark: 1 });
      await store.saveCheckpoint('stories@1', '0', { offset: 4, watermark: 10 });
      expect(await store.checkpoints('stories@1')).toEqual({ '0': { offset: 4, watermark: 10 }, 'p-1': { offset: 3, watermark: 8_000_000_000 } });
      expect(await store.checkpoints('unknown')).toEqual({});
    });

    test('by fill are returned by scan in order of id', async ({ store }) => {
      const ids = Array.from({ length: 2_500 }, (_, index) => `doc-${String(index).padStart(4, '0')}`);
      await store.fill(
        stories.name,
        ids.toReversed().map((id) => unstoredDoc(id, { likes: 1 })),
      );
      await store.fill(stories.name, []);
      const scanned = await all(store.scan(stories.name));
      expect(scanned.map(({ id }) => id)).toEqual(ids);
      expect(scanned[7]).toEqual({ ...unstoredDoc('doc-0007', { likes: 1 }), _rev: 1 });
      expect(await store.commit(commitOf(1, [{ ...unstoredDoc('doc-0007'), _rev: 1 }]))).toEqual([]);
    });

    test('by ensure are idempotent, also concurrently, and keep documents until drop removes the collection', async ({ store, other }) => {
      const second = await other();
      const spec = { ...stories, name: 'guides@1001' };
      await Promise.all([store.ensure(spec), second.ensure(spec), store.ensure(spec), second.ensure(spec)]);
      await store.fill(spec.name, [unstoredDoc('a')]);
      await second.ensure(spec);
      expect(await second.get(spec.name, ['a'])).toHaveLength(1);
      await second.drop(spec.name);
      await second.drop(spec.name);
      await store.ensure(spec);
      expect(await all(store.scan(spec.name))).toEqual([]);
    });
  });
}
