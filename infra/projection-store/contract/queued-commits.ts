import { expect } from 'vitest';
import type { ProjectionStore } from '../port.ts';
import { commitOf, type StoreUnderTest, stories, testWith, unstoredDoc } from './fixture.ts';

interface Counted extends StoreUnderTest {
  /** A store with its number of engine calls. */
  counted(): Promise<{ store: ProjectionStore; calls: () => number }>;
}

const partitions = ['0', '1', '2', '3'];
const rounds = 10;

/** Contract of stores that write waiting commits together and cache revisions. */
export function queuedCommitsContract(make: () => Promise<Counted>): void {
  const test = testWith(make);

  test('Waiting commits are written together, without reads of cached revisions: at most 5 engine calls per round', async ({ counted }) => {
    const { store, calls } = await counted();
    const commitAll = async (round: number): Promise<void> => {
      const outcomes = partitions.map((partition) => {
        const docs = [{ ...unstoredDoc(`doc-${partition}`), _rev: round }];
        return store.commit({ ...commitOf(round + 1, docs), partition });
      });
      expect(await Promise.all(outcomes)).toEqual(partitions.map(() => []));
    };
    await commitAll(0);
    await store.checkpoints('stories@1');
    const before = calls();
    for (let round = 1; round <= rounds; round++) await commitAll(round);
    // Each round has two groups: the first commit, and the other three. Each group takes two calls, and the end of the last group one more.
    expect(calls() - before).toBeLessThanOrEqual(rounds * 5);
    expect(await store.checkpoints('stories@1')).toEqual(
      Object.fromEntries(partitions.map((partition) => [partition, { offset: 11, watermark: 11 }])),
    );
  });

  test('Commit of just loaded documents reads no revisions: at most 3 engine calls', async ({ counted, other }) => {
    const { store, calls } = await counted();
    const docs = partitions.map((partition) => unstoredDoc(`doc-${partition}`));
    await (await other()).commit(commitOf(1, docs));
    await store.commit(commitOf(2, [unstoredDoc('own')]));
    await store.checkpoints('stories@1');
    const known = await store.load(
      stories.name,
      docs.map(({ id }) => id),
    );
    const before = calls();
    expect(await store.commit(commitOf(3, known))).toEqual([]);
    expect(calls() - before).toBeLessThanOrEqual(3);
  });

  test('Commit during a commit of another process conflicts on changed documents, and in the same partition on all documents', async ({
    interruptible,
    other,
  }) => {
    for (const [partition, expected] of [
      ['1', ['a']],
      ['0', ['a', 'b', 'c']],
    ] as const) {
      const at = await interruptible();
      const projection = `stories-${partition}@1`;
      const ids = ['a', 'b', 'c'];
      const named = (id: string): string => `${partition}-${id}`;
      const first = ['a', 'b', 'x'].map((id) => unstoredDoc(named(id)));
      await at.store.commit({ ...commitOf(1, first), projection });
      await at.store.checkpoints(projection);
      // The commit has begun, but its documents are not written yet.
      const held = at.holdAt(2, 'request');
      const changed = ['a', 'x'].map((id) => ({ ...unstoredDoc(named(id)), _rev: 1 }));
      const outcome = at.store.commit({ ...commitOf(2, changed), projection });
      outcome.catch(() => {});
      await held;
      const docs = ids.map((id) => ({ ...unstoredDoc(named(id)), _rev: id === 'c' ? 0 : 1 }));
      const second = await other();
      expect((await second.commit({ ...commitOf(2, docs), projection, partition })).toSorted()).toEqual(expected.map(named));
      at.goOn();
      expect(await outcome).toEqual([]);
      const docsNow = await second.load(stories.name, ['a', 'b', 'c', 'x'].map(named));
      expect(Object.fromEntries(docsNow.map(({ id, _rev }) => [id, _rev]))).toEqual({ [named('a')]: 2, [named('b')]: 1, [named('x')]: 2 });
    }
  });
}
