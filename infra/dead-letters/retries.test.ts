import { expect, test } from 'vitest';
import { testDatabase } from '../postgres/test-database.ts';
import { record } from './contract.ts';
import { postgresDeadLetters } from './postgres.ts';
import { createParking } from './retries.ts';

test('an event that fails again and again is parked, however well other partitions go meanwhile', async () => {
  const database = await testDatabase();
  const deadLetters = postgresDeadLetters(database.pool);
  const parking = createParking({
    consumer: 'boards@1',
    deadLetters,
    reached: async () => ({}),
    replay: async (records) => ({ done: records.length }),
    mustWait: () => false,
    onError: () => {},
  });
  const failure = { record: record('a', 1, '0'), error: new Error('no') };
  for (let delivery = 1; delivery <= 2; delivery++) {
    await expect(parking.settle([failure], [])).rejects.toThrow('no');
    parking.settled('1');
  }
  await parking.settle([failure], []);
  expect(parking.isParked('a')).toBe(true);
  expect((await deadLetters.list({ limit: 9 })).map(({ error }) => error)).toEqual(['Error: no']);
  await parking.close();
  await deadLetters.close();
  await database.close();
});
