import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxKeys } from './keys.ts';
import { forgetSettings } from './sandbox.ts';

let [one, other]: TestDatabase[] = [];
beforeAll(async () => {
  [one, other] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(() => Promise.all([one?.close(), other?.close()]));

const poolOf = (database: TestDatabase | undefined): TestDatabase['pool'] => {
  if (!database) throw new Error('there is no database');
  return database.pool;
};

test('Concurrent starts create the sandbox keys once, and a reset of the sandbox keeps them', async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => sandboxKeys(poolOf(one))));
  await forgetSettings(poolOf(one));
  const later = await sandboxKeys(poolOf(one));
  expect(all).toEqual([later, later, later]);
});

test('Sandbox keys of two databases differ, and have the format of Stripe in test mode', async () => {
  const [ours, theirs] = [await sandboxKeys(poolOf(one)), await sandboxKeys(poolOf(other))];
  expect(ours.apiKey).not.toBe(theirs.apiKey);
  expect(ours.webhookSecret).not.toBe(theirs.webhookSecret);
  expect(ours).toEqual({ apiKey: expect.stringMatching(/^sk_test_\w{48}$/), webhookSecret: expect.stringMatching(/^whsec_\w{48}$/) });
});
