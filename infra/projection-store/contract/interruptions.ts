import { describe, expect } from 'vitest';
import type { Commit, ProjectionStore, StoredDoc } from '../port.ts';
import { fresh, type Interruptible, type Made, type Make, stories, testWith } from './fixture.ts';

const authors = { ...stories, name: 'authors@1' };

/** Commits of a process that dies during them. */
export function interruptionsContract(make: Make): void {
  const test = testWith(make);
  describe('interruptions', () => {
    test('a commit that is cut off at any message is whole or not there for whoever takes its partition over', async (made) => {
      const reached = await interruptEverywhere(made, async ({ projection, ids, at }) => {
        await at.cut();
        const store = await made.other();
        const { offset = 0 } = (await store.checkpoints(projection))['0'] ?? {};
        expect(await likesOf(store, ids)).toEqual(offset === 2 ? [2, null, 2, 2] : [1, 1, null, 1]);
        expect(await addOne(store, projection, '0', ids)).toEqual([]);
        return offset;
      });
      expect(new Set(reached)).toEqual(new Set([1, 2]));
    });

    test('nobody writes what was folded on half of it', async (made) => {
      await interruptEverywhere(made, async ({ projection, ids, at }) => {
        await at.cut();
        const store = await made.other();
        while ((await addOne(store, projection, '1', ids)).length > 0);
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
export async function interruptEverywhere<T>(made: Made, body: (interruption: Interruption) => Promise<T>): Promise<T[]> {
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
  const docs = ids.map((id) => fresh(id, { likes: 1 }));
  const writes = writesOf(docs).map(({ collection, docs: its }) => ({ collection, docs: its.filter(({ id }) => !id.endsWith('new')) }));
  return store.commit({ projection, partition: '0', checkpoint: { offset: 1, watermark: 1 }, writes });
};

const secondOf = (projection: string, ids: readonly string[]): Commit => ({
  projection,
  partition: '0',
  checkpoint: { offset: 2, watermark: 2 },
  writes: writesOf(ids.map((id) => ({ ...fresh(id, id.endsWith('gone') ? null : { likes: 2 }), _rev: id.endsWith('new') ? 0 : 1 }))),
});

export async function loaded(store: ProjectionStore, ids: readonly string[]): Promise<StoredDoc[]> {
  const found = [...(await store.load(stories.name, ids.slice(0, 3))), ...(await store.load(authors.name, ids.slice(3)))];
  return ids.map((id) => found.find((doc) => doc.id === id) ?? { id, doc: null, _at: {}, _rev: 0 });
}

const likesOf = async (store: ProjectionStore, ids: readonly string[]): Promise<unknown[]> =>
  (await loaded(store, ids)).map(({ doc }) => doc?.likes ?? null);

/** Increments each document, unless another process writes to one of them. */
export async function addOne(store: ProjectionStore, projection: string, partition: string, ids: readonly string[]): Promise<string[]> {
  const docs = (await loaded(store, ids)).map((one) => ({ ...one, doc: { id: one.id, likes: Number(one.doc?.likes ?? 0) + 1 } }));
  return store.commit({ projection, partition, checkpoint: { offset: 3, watermark: 3 }, writes: writesOf(docs) });
}
