import { describe, expect } from 'vitest';
import type { ProjectionStore, StoredDoc } from '../port.ts';
import { commitOf, fresh, type Make, stories, testWith } from './fixture.ts';

const numbers = (length: number): number[] => Array.from({ length }, (_, index) => index);

/** Concurrent commits of several partitions, in one process and in two. */
export function meetingsContract(make: Make): void {
  const test = testWith(make);
  describe('meetings', () => {
    test('partitions that commit at once are all stored, with the checkpoint of each', async ({ store }) => {
      for (const round of numbers(5)) {
        const outcomes = numbers(8).map((partition) => {
          const doc = { ...fresh(`doc-${partition}`, { likes: round }), _rev: round };
          return store.commit({ ...commitOf(round + 1, [doc, fresh(`new-${partition}-${round}`)]), partition: String(partition) });
        });
        expect(await Promise.all(outcomes)).toEqual(numbers(8).map(() => []));
      }
      const expected = numbers(8).map((partition) => [String(partition), { offset: 5, watermark: 5 }]);
      expect(await store.checkpoints('stories@1')).toEqual(Object.fromEntries(expected));
      const docs = await store.load(
        stories.name,
        numbers(8).map((partition) => `doc-${partition}`),
      );
      expect(docs.map(({ doc, _rev }) => [doc?.likes, _rev])).toEqual(numbers(8).map(() => [4, 5]));
    });

    test('of partitions that write one document at once the first is stored, and the others as a whole not', async ({ store }) => {
      const outcomes = numbers(4).map((partition) =>
        store.commit({ ...commitOf(1, [fresh('shared', { likes: partition }), fresh(`own-${partition}`)]), partition: String(partition) }),
      );
      const conflicts = await Promise.all(outcomes);
      const [winner, ...more] = numbers(4).filter((partition) => conflicts[partition]?.length === 0);
      expect(more).toEqual([]);
      expect(conflicts.filter((ids) => ids.length > 0)).toEqual([['shared'], ['shared'], ['shared']]);
      expect(await store.get(stories.name, ['shared', ...numbers(4).map((partition) => `own-${partition}`)])).toHaveLength(2);
      expect(await store.get(stories.name, ['shared'])).toEqual([{ id: 'shared', likes: winner }]);
      expect(await store.checkpoints('stories@1')).toEqual({ [String(winner)]: { offset: 1, watermark: 1 } });
    });

    test('what another partition has written since it was loaded is in conflict, in the same process and in another', async ({ store, other }) => {
      const second = await other();
      await store.commit(commitOf(1, [fresh('a'), fresh('b')]));
      const loaded = await store.load(stories.name, ['a', 'b']);
      const [a, b] = ['a', 'b'].map((id) => loaded.find((one) => one.id === id) ?? fresh(id));
      const of = (partition: string, ...docs: (StoredDoc | undefined)[]) => ({
        ...commitOf(
          2,
          docs.flatMap((doc) => doc ?? []),
        ),
        partition,
      });
      expect(await store.commit(of('1', a))).toEqual([]);
      expect(await store.commit(of('2', a, b))).toEqual(['a']);
      expect(await second.commit(of('3', b, fresh('c')))).toEqual([]);
      expect(await store.commit(of('2', b, fresh('d')))).toEqual(['b']);
      expect(await store.commit(of('2', fresh('c'), fresh('d')))).toEqual(['c']);
      expect(await store.load(stories.name, ['d'])).toEqual([]);
      const again = await store.load(stories.name, ['a', 'b', 'c']);
      expect(again.map(({ _rev }) => _rev).toSorted()).toEqual([1, 2, 2]);
      expect(await store.commit(of('2', ...again, fresh('d')))).toEqual([]);
    });

    test('two processes with four partitions each both get on, and nothing is lost', async ({ store, other }) => {
      const second = await other();
      const rounds = 8;
      const count = async (on: ProjectionStore, partition: string): Promise<void> => {
        for (let done = 0; done < rounds; ) {
          const ids = ['all', `own-${partition}`];
          const known = await on.load(stories.name, ids);
          const docs = ids.map((id) => {
            const { doc, _rev } = known.find((one) => one.id === id) ?? fresh(id, null);
            return { ...fresh(id, { likes: Number(doc?.likes ?? 0) + 1 }), _rev };
          });
          // Only every fourth commit conflicts with all others.
          const work = { ...commitOf(done + 1, done % 4 === 0 ? docs : docs.slice(1)), partition };
          if ((await on.commit(work)).length === 0) done += 1;
        }
      };
      await Promise.all(numbers(8).map((partition) => count(partition < 4 ? store : second, String(partition))));
      const own = await store.get(
        stories.name,
        numbers(8).map((partition) => `own-${partition}`),
      );
      expect(own.map(({ likes }) => likes)).toEqual(numbers(8).map(() => rounds));
      expect(await second.get(stories.name, ['all'])).toMatchObject([{ likes: 16 }]);
    });

    test('a checkpoint that is set behind the one of a commit stays', async ({ store }) => {
      await store.commit(commitOf(7, [fresh('a')]));
      await store.saveCheckpoint('stories@1', '0', { offset: 2, watermark: 2 });
      expect(await store.checkpoints('stories@1')).toEqual({ '0': { offset: 2, watermark: 2 } });
    });
  });
}
