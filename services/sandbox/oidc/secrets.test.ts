import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareSecrets, publicKeys } from './secrets.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());

test('Concurrent starts create the keys once, and later starts read the same keys', async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => prepareSecrets(database.pool)));
  const [first] = all;
  expect(all).toEqual([first, first, first]);
  expect(await prepareSecrets(database.pool)).toEqual(first);
});

test('publicKeys returns only the public parameters of the signing key', async () => {
  const { signingKey } = await prepareSecrets(database.pool);
  const { keys } = await publicKeys(database.pool);
  expect(keys).toEqual([{ kty: 'RSA', n: signingKey.n, e: signingKey.e, kid: signingKey.kid, alg: 'RS256', use: 'sig' }]);
});
