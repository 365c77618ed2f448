import { expect, test } from 'vitest';
import type { Change } from '../port.ts';
import { createChangeNotifier, type StoredProgress } from './changes.ts';

test('Change subscribers receive no watermark before the slowest partition is read', async () => {
  const asked = Promise.withResolvers<StoredProgress>();
  const seen: Change[] = [];
  const changes = createChangeNotifier(
    (told) => {
      told(null);
      return { close: async () => {} };
    },
    () => asked.promise,
  );
  changes.subscribe((change) => seen.push(change));
  changes.tell({ projection: 'stories@1', partition: 'ahead', watermark: 9 });
  expect(seen).toEqual([]);
  asked.resolve({ checkpoints: [{ projection: 'stories@1', partition: 'behind', offset: 1, watermark: 2 }], active: [] });
  await expect.poll(() => seen).toEqual([{ projection: 'stories@1', watermark: 2 }]);
  changes.tell({ projection: 'stories@1', partition: 'behind', watermark: 12 });
  expect(seen.at(-1)).toEqual({ projection: 'stories@1', watermark: 9 });
  await changes.close();
});
