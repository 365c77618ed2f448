import { expect, test } from 'vitest';
import { createPool } from '../../postgres/pool.ts';
import { testDatabase } from '../../postgres/test-database.ts';
import { postgresProjectionStore } from '../postgres.ts';

test('awaitChange notifies the projector of a waiting reader, in the same process and in another', async () => {
  const database = await testDatabase();
  const pools = [createPool(database.config, { max: 3 }), createPool(database.config, { max: 3 })] as const;
  const [keeper, other] = [postgresProjectionStore(pools[0]), postgresProjectionStore(pools[1])];
  const heard = { keeper: 0, other: 0 };
  keeper.onAwaited(() => (heard.keeper += 1));
  other.onAwaited(() => (heard.other += 1));
  const seen: unknown[] = [];
  keeper.onChange((change) => seen.push(change));
  await keeper.commit({ projection: 'stories@1', partition: '0', checkpoint: { offset: 1, watermark: 1 }, writes: [] });
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  other.awaitChange('stories');
  await expect.poll(() => heard.keeper).toBe(1);
  expect(heard.other).toBe(1);
  keeper.awaitChange('stories');
  expect(heard.keeper).toBe(2);
  keeper.awaitChange();
  expect(heard.keeper).toBe(2);
  for (const store of [keeper, other]) await store.close();
  for (const pool of pools) await pool.end();
  await database.close();
});
