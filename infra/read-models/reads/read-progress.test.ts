import { afterEach, expect, test } from 'vitest';
import type { Checkpoint, ProjectionStore } from '../../projection-store/port.ts';
import { followReadProgress, type ReadProgress } from './read-progress.ts';

type Store = Pick<ProjectionStore, 'activeVersions' | 'checkpoints' | 'onChange' | 'awaitChange'>;
type Change = Parameters<Parameters<Store['onChange']>[0]>[0];

let following: ReadProgress | undefined;
afterEach(() => following?.close());

/** A store of one projection. Later reads of its checkpoints resolve with watermarks that the test gives. */
async function stage() {
  const asked: ((watermark: number) => void)[] = [];
  const notices = new Set<(change: Change) => void>();
  const state = { build: 1, isByHand: false };
  const at = (watermark: number): Record<string, Checkpoint> => ({ log: { offset: watermark, watermark } });
  const store: Store = {
    activeVersions: async () => ({ stories: state.build }),
    checkpoints: async () => (state.isByHand ? new Promise((resolve) => asked.push((watermark) => resolve(at(watermark)))) : at(50)),
    onChange: (changed) => {
      notices.add(changed);
      return () => notices.delete(changed);
    },
    awaitChange: () => {},
  };
  const progress = await followReadProgress(store as ProjectionStore, new Set(['stories']), { warn: () => {} }, () => {}); // as: the only methods that it calls
  following = progress;
  state.isByHand = true;
  const notice = (change: Change): void => {
    for (const changed of notices) changed(change);
  };
  return { progress, state, asked, notice };
}

const soon = { timeout: 5_000, interval: 1 };

test('Read progress keeps a newer notification when an older read arrives later', async () => {
  const { progress, asked, notice } = await stage();
  notice({ projection: 'stories' });
  await expect.poll(() => asked.length, soon).toBe(1);
  notice({ projection: 'stories@1', watermark: 105 });
  const stamp = progress.stamp(['stories']);
  asked[0]?.(100);
  await expect(progress.buildAt('stories', 105)).resolves.toBe(1);
  expect(progress.watermark('stories')).toBe(105);
  expect(progress.stamp(['stories'])).toBe(stamp);
});

test('Read progress changes its stamp for a commit, even at a lower position than an inline document', async () => {
  const { progress, notice } = await stage();
  const stamp = () => progress.stamp(['stories']);
  notice({ projection: 'stories@1', inlined: [105] });
  const afterInlined = stamp();
  notice({ projection: 'stories@1', watermark: 100, changed: null });
  expect(stamp()).toBe(afterInlined);
  notice({ projection: 'stories@1', watermark: 100 });
  expect(stamp()).not.toBe(afterInlined);
});

test('Read progress reads the store once more for 20 changes during a read', async () => {
  const { progress, state, asked, notice } = await stage();
  notice({ projection: 'stories' });
  await expect.poll(() => asked.length, soon).toBe(1);
  state.build = 2;
  for (let n = 0; n < 20; n++) notice({ projection: 'stories' });
  asked[0]?.(60);
  await expect.poll(() => asked.length, soon).toBe(2);
  asked[1]?.(70);
  await expect(progress.buildAt('stories', 70)).resolves.toBe(2);
  expect(asked).toHaveLength(2);
});

test('Read progress of another build starts at its watermark, even a lower one', async () => {
  const { progress, state, asked, notice } = await stage();
  state.build = 2;
  notice({ projection: 'stories' });
  await expect.poll(() => asked.length, soon).toBe(1);
  asked[0]?.(40);
  await expect.poll(() => progress.watermark('stories'), soon).toBe(40);
  await expect(progress.buildAt('stories', 40)).resolves.toBe(2);
});
