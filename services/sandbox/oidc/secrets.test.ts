import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepare, publicKeys } from './secrets.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());

test('processes that start at once agree on keys and users, and later ones find the same', async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => prepare(database.pool)));
  const [first] = all;
  expect(all).toEqual([first, first, first]);
  expect(await prepare(database.pool)).toEqual(first);
  const { rows } = await database.pool.query('select email, roles from oidc_users order by email');
  expect(rows).toEqual([
    { email: 'admin@waystory.example', roles: ['moderator', 'admin'] },
    { email: 'moderator@waystory.example', roles: ['moderator'] },
    { email: 'traveller@waystory.example', roles: [] },
  ]);
});

test('public keys hold nothing private', async () => {
  const { signingKey } = await prepare(database.pool);
  const { keys } = await publicKeys(database.pool);
  expect(keys).toEqual([{ kty: 'RSA', n: signingKey.n, e: signingKey.e, kid: signingKey.kid, alg: 'RS256', use: 'sig' }]);
});

test('a ready user who has changed is left as they are', async () => {
  await prepare(database.pool);
  await database.pool.query(`update oidc_users set given_name = 'Other' where email = 'admin@waystory.example'`);
  await prepare(database.pool);
  const { rows } = await database.pool.query(`select given_name from oidc_users where email = 'admin@waystory.example'`);
  expect(rows).toEqual([{ given_name: 'Other' }]);
});
