import { describe, expect } from 'vitest';
import type { Commit, ProjectionStore, StoredDoc } from '../port.ts';
import { commitOf, type Interruptible, type MakeStore, type StoreUnderTest, stories, testWith, unstoredDoc } from './fixture.ts';

const authors = { ...stories, name: 'authors@1' };

/** Crashes of a process during its commit. */
export function interruptionsContract(make: MakeStore): void {
  const test = testWith(make);
  describe('interrupted commit', () => {
    test('is applied whole or not at all for the next owner of its partition, wherever it was cut off', async (made) => {
      const reached = await interruptEverywhere(made, async ({ projection, ids, at }) => {
        await at.cut();
        const store = await made.other();
        const { offset = 0 } = (await store.checkpoints(projection))['0'] ?? {};
        expect(await likesOf(store, ids)).toEqual(offset === 2 ? [2, null, 2, 2] : [1, 1, null, 1]);
        expect(await incrementLikes(store, projection, '0', ids)).toEqual([]);
        return offset;
      });
      expect(new Set(reached)).toEqual(new Set([1, 2]));
    });

    test('loses no update of another partition that commits to the same documents afterwards', async (made) => {
      await interruptEverywhere(made, async ({ projection, ids, at }) => {
        await at.cut();
        const store = await made.other();
        while ((await incrementLikes(store, projection, '1', ids)).length > 0);
        const { offset } = (await store.checkpoints(projection))['0'] ?? {};
        expect(await likesOf(store, ids)).toEqual(offset === 2 ? [3, 1, 3, 3] : [2, 2, 1, 2]);
      });
    });
  });
}

interface Interruption {
  projection: string;
  /** Ids of three documents of `stories`, then of one of `authors`. */
  ids: string[];
  at: Interruptible;
  /** Outcome of the commit, once it continues. */
  outcome: Promise<string[]>;
}

/** Stops a commit at each of its messages in turn, before it is sent and before its reply arrives. */
export async function interruptEverywhere<T>(made: StoreUnderTest, body: (interruption: Interruption) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  await made.store.ensure(authors);
  for (let message = 1, isStopped = true; isStopped; message++) {
    isStopped = false;
    for (const before of ['request', 'reply'] as const) {
      const projection = `stories-${message}-${before}@1`;
      const ids = ['kept', 'gone', 'new', 'author'].map((name) => `${message}-${before}-${name}`);
      const at = await made.interruptible();
      await commitFirst(at.store, projection, ids);
      const stopped = at.holdAt(message, before).then(() => true);
      const outcome = at.store.commit(secondOf(projection, ids));
      if (await Promise.race([stopped, outcome.then(() => false)])) {
        isStopped = true;
        results.push(await body({ projection, ids, at, outcome }));
      }
      // The error of an abandoned commit is ignored.
      outcome.catch(() => {});
    }
  }
  expect(results.length).toBeGreaterThan(1);
  return results;
}

const writesOf = (docs: readonly StoredDoc[]): Commit['writes'] => [
  { collection: stories.name, docs: docs.slice(0, 3) },
  { collection: authors.name, docs: docs.slice(3) },
];

const commitFirst = (store: ProjectionStore, projection: string, ids: readonly string[]): Promise<string[]> => {
  const docs = ids.map((id) => unstoredDoc(id, { likes: 1 }));
  const writes = writesOf(docs).map(({ collection, docs: its }) => ({ collection, docs: its.filter(({ id }) => !id.endsWith('new')) }));
  return store.commit({ projection, partition: '0', checkpoint: { offset: 1, watermark: 1 }, writes });
};

const secondOf = (projection: string, ids: readonly string[]): Commit => ({
  projection,
  partition: '0',
  checkpoint: { offset: 2, watermark: 2 },
  writes: writesOf(ids.map((id) => ({ ...unstoredDoc(id, id.endsWith('gone') ? null : { likes: 2 }), _rev: id.endsWith('new') ? 0 : 1 }))),
});

export async function loaded(store: ProjectionStore, ids: readonly string[]): Promise<StoredDoc[]> {
  const found = [...(await store.load(stories.name, ids.slice(0, 3))), ...(await store.load(authors.name, ids.slice(3)))];
  return ids.map((id) => found.find((doc) => doc.id === id) ?? { id, doc: null, _at: {}, _rev: 0 });
}

const likesOf = async (store: ProjectionStore, ids: readonly string[]): Promise<unknown[]> =>
  (await loaded(store, ids)).map(({ doc }) => doc?.likes ?? null);

/** Increments a field of each document and commits. @returns Ids in conflict. */
export async function incrementLikes(store: ProjectionStore, projection: string, partition: string, ids: readonly string[]): Promise<string[]> {
  const docs = (await loaded(store, ids)).map((one) => ({ ...one, doc: { id: one.id, likes: Number(one.doc?.likes ?? 0) + 1 } }));
  return store.commit({ projection, partition, checkpoint: { offset: 3, watermark: 3 }, writes: writesOf(docs) });
}

const numbers = (length: number): number[] => Array.from({ length }, (_, index) => index);

/** Concurrent commits of several partitions, in one process and in two. */
export function concurrencyContract(make: MakeStore): void {
  const test = testWith(make);
  describe('concurrent commits', () => {
    test('of several partitions are all stored, each with its checkpoint', async ({ store }) => {
      for (const round of numbers(5)) {
        const outcomes = numbers(8).map((partition) => {
          const doc = { ...unstoredDoc(`doc-${partition}`, { likes: round }), _rev: round };
          return store.commit({ ...commitOf(round + 1, [doc, unstoredDoc(`new-${partition}-${round}`)]), partition: String(partition) });
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

    test('of several partitions to one document store the first, and nothing of the others', async ({ store }) => {
      const outcomes = numbers(4).map((partition) =>
        store.commit({
          ...commitOf(1, [unstoredDoc('shared', { likes: partition }), unstoredDoc(`own-${partition}`)]),
          partition: String(partition),
        }),
      );
      const conflicts = await Promise.all(outcomes);
      const [winner, ...more] = numbers(4).filter((partition) => conflicts[partition]?.length === 0);
      expect(more).toEqual([]);
      expect(conflicts.filter((ids) => ids.length > 0)).toEqual([['shared'], ['shared'], ['shared']]);
      expect(await store.get(stories.name, ['shared', ...numbers(4).map((partition) => `own-${partition}`)])).toHaveLength(2);
      expect(await store.get(stories.name, ['shared'])).toEqual([{ id: 'shared', likes: winner }]);
      expect(await store.checkpoints('stories@1')).toEqual({ [String(winner)]: { offset: 1, watermark: 1 } });
    });

    test('conflict on a document that another partition has written since it was loaded, in one process and in two', async ({ store, other }) => {
      const second = await other();
      await store.commit(commitOf(1, [unstoredDoc('a'), unstoredDoc('b')]));
      const loaded = await store.load(stories.name, ['a', 'b']);
      const [a, b] = ['a', 'b'].map((id) => loaded.find((one) => one.id === id) ?? unstoredDoc(id));
      const of = (partition: string, ...docs: (StoredDoc | undefined)[]) => ({
        ...commitOf(
          2,
          docs.flatMap((doc) => doc ?? []),
        ),
        partition,
      });
      expect(await store.commit(of('1', a))).toEqual([]);
      expect(await store.commit(of('2', a, b))).toEqual(['a']);
      expect(await second.commit(of('3', b, unstoredDoc('c')))).toEqual([]);
      expect(await store.commit(of('2', b, unstoredDoc('d')))).toEqual(['b']);
      expect(await store.commit(of('2', unstoredDoc('c'), unstoredDoc('d')))).toEqual(['c']);
      expect(await store.load(stories.name, ['d'])).toEqual([]);
      const again = await store.load(stories.name, ['a', 'b', 'c']);
      expect(again.map(({ _rev }) => _rev).toSorted()).toEqual([1, 2, 2]);
      expect(await store.commit(of('2', ...again, unstoredDoc('d')))).toEqual([]);
    });

    test('of two processes with four partitions each all succeed in the end, without a lost update', async ({ store, other }) => {
      const second = await other();
      const rounds = 8;
      const count = async (on: ProjectionStore, partition: string): Promise<void> => {
        for (let done = 0; done < rounds; ) {
          const ids = ['all', `own-${partition}`];
          const known = await on.load(stories.name, ids);
          const docs = ids.map((id) => {
            const { doc, _rev } = known.find((one) => one.id === id) ?? unstoredDoc(id, null);
            return { ...unstoredDoc(id, { likes: Number(doc?.likes ?? 0) + 1 }), _rev };
          });
          // Every fourth commit writes the shared document, so only these commits conflict.
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

    test('do not raise a checkpoint that saveCheckpoint lowers afterwards', async ({ store }) => {
      await store.commit(commitOf(7, [unstoredDoc('a')]));
      await store.saveCheckpoint('stories@1', '0', { offset: 2, watermark: 2 });
      expect(await store.checkpoints('stories@1')).toEqual({ '0': { offset: 2, watermark: 2 } });
    });
  });
}
