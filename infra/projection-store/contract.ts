import { describe, expect, vi } from 'vitest';
import { filtersContract } from './contract/filters.ts';
import { commitOf, type MakeStore, testWith, unstoredDoc } from './contract/fixture.ts';
import { concurrencyContract, interruptionsContract } from './contract/interruptions.ts';
import { childMatchesContract, parentMatchesContract } from './contract/matches.ts';
import { queriesContract } from './contract/queries.ts';
import { writesContract } from './contract/writes.ts';
import type { ProjectionStore } from './port.ts';

/** Contract of every projection store. `make` returns a store on a new database; `other` opens another instance on it, as another process would. */
export function projectionStoreContract(make: MakeStore): void {
  writesContract(make);
  interruptionsContract(make);
  concurrencyContract(make);
  changesContract(make);
  queriesContract(make);
  childMatchesContract(make);
  filtersContract(make);
  parentMatchesContract(make);
}

type Change = Parameters<Parameters<ProjectionStore['onChange']>[0]>[0];

/** Collects the notifications of a store. */
function collect(store: ProjectionStore): { changes: Change[]; stop: () => void } {
  const changes: Change[] = [];
  return { changes, stop: store.onChange((change) => changes.push(change)) };
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 10 });
const reached = (changes: Change[], projection: string): number =>
  Math.max(...changes.filter((change) => change.projection === projection).map((change) => change.watermark ?? -1));

/** Active versions and change notifications, in one process and between two. */
function changesContract(make: MakeStore): void {
  const test = testWith(make);
  describe('change notifications of the projection store', () => {
    test('are not needed for an activation: every process reads the new version at once', async ({ store, other }) => {
      const second = await other();
      expect(await second.activeVersions()).toEqual({});
      await store.activate('stories', 1001);
      await store.activate('people', 1);
      expect(await second.activeVersions()).toEqual({ stories: 1001, people: 1 });
      await second.activate('stories', 2001);
      expect(await store.activeVersions()).toEqual({ stories: 2001, people: 1 });
    });

    test('report commits, checkpoints and activations, in the same process and in others', async ({ store, other }) => {
      const second = await other();
      const watches = [collect(store), collect(second)];
      await store.commit(commitOf(5, [unstoredDoc('a')]));
      await second.saveCheckpoint('people@1', '0', { offset: 2, watermark: 7 });
      await store.activate('stories', 1);
      for (const { changes } of watches) {
        await until(() => expect(reached(changes, 'stories@1')).toBe(5));
        await until(() => expect(reached(changes, 'people@1')).toBe(7));
        await until(() => expect(changes).toContainEqual({ projection: 'stories' }));
      }
    });

    test('report a checkpoint whose offset moved under the same watermark', async ({ store, other }) => {
      const watches = [collect(store), collect(await other())];
      const told = ({ changes }: { changes: Change[] }): number => changes.filter(({ projection }) => projection === 'request').length;
      await store.saveCheckpoint('request', 'any', { offset: 1, watermark: 0 });
      for (const watch of watches) await until(() => expect(told(watch)).toBeGreaterThan(0));
      const before = watches.map(told);
      await store.saveCheckpoint('request', 'any', { offset: 2, watermark: 0 });
      for (const [index, watch] of watches.entries()) await until(() => expect(told(watch)).toBeGreaterThan(before[index] ?? 0));
    });

    test('do not report a commit with conflicts', async ({ store }) => {
      const { changes } = collect(store);
      await store.commit(commitOf(1, [unstoredDoc('a')]));
      await store.commit(commitOf(2, [unstoredDoc('a')]));
      await store.commit({ ...commitOf(3, []), projection: 'last@1' });
      await until(() => expect(reached(changes, 'last@1')).toBe(3));
      expect(reached(changes, 'stories@1')).toBe(1);
    });

    test('report the watermark of the slowest partition', async ({ store, other }) => {
      const second = await other();
      await store.saveCheckpoint('stories@1', 'behind', { offset: 1, watermark: 10 });
      const watches = [collect(store), collect(second)];
      await store.saveCheckpoint('stories@1', 'ahead', { offset: 8, watermark: 90 });
      for (const { changes } of watches) await until(() => expect(reached(changes, 'stories@1')).toBe(10));
      await second.saveCheckpoint('stories@1', 'behind', { offset: 2, watermark: 95 });
      for (const { changes } of watches) await until(() => expect(reached(changes, 'stories@1')).toBe(90));
    });

    test('first report the present state to a new subscriber', async ({ store, other }) => {
      await store.saveCheckpoint('stories@1', '0', { offset: 4, watermark: 12 });
      await store.activate('stories', 1);
      const { changes } = collect(await other());
      await until(() => expect(reached(changes, 'stories@1')).toBe(12));
      await until(() => expect(changes).toContainEqual({ projection: 'stories' }));
    });

    test('are not sent after the unsubscribe', async ({ store }) => {
      const [stopped, kept] = [collect(store), collect(store)];
      await until(() => expect(store.saveCheckpoint('first@1', '0', { offset: 1, watermark: 1 })).resolves.toBeUndefined());
      await until(() => expect(reached(stopped.changes, 'first@1')).toBe(1));
      stopped.stop();
      const before = stopped.changes.length;
      await store.saveCheckpoint('second@1', '0', { offset: 1, watermark: 1 });
      await until(() => expect(reached(kept.changes, 'second@1')).toBe(1));
      expect(stopped.changes).toHaveLength(before);
    });
  });
}
