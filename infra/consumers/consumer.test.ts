import { expect, test } from 'vitest';
import { recordFixture } from '../dead-letters/contract.ts';
import { postgresDeadLetters } from '../dead-letters/postgres.ts';
import { testDatabase } from '../postgres/test-database.ts';
import { createConsumer } from './consumer.ts';

test('Event that fails three times with the same error becomes a dead letter despite successes in another partition', async () => {
  const database = await testDatabase();
  const deadLetters = postgresDeadLetters(database.pool);
  const seen: boolean[] = [];
  const consumer = createConsumer({
    name: 'boards@1',
    store: { checkpoints: async () => ({}) },
    deadLetters,
    handle: async ({ records }, blocked) => {
      await blocked.settle(
        records.map((one) => ({ record: one, error: new Error('no') })),
        [],
      );
      for (const { event } of records) seen.push(blocked.has(event.stream));
    },
    replay: async (records) => ({ done: records.length }),
    onError: () => {},
  });
  const failing = recordFixture('a', 1, '0');
  const deliver = () => consumer.handle({ partition: '0', records: [failing], to: 1, watermark: 1 });
  for (let delivery = 1; delivery <= 2; delivery++) {
    await expect(deliver()).rejects.toThrow('no');
    await consumer.handle({ partition: '1', records: [], to: delivery, watermark: delivery });
  }
  await deliver();
  expect(seen).toEqual([true]);
  expect((await deadLetters.list({ limit: 9 })).map(({ error }) => error)).toEqual(['Error: no']);
  await consumer.close();
  await deadLetters.close();
  await database.close();
});
