import { jwtVerifier } from '@waystory/infra/identity/jwt-verifier.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issuerOf } from './issuer.ts';
import { ensureReadyUsers, readyPassword, readyUsers, withoutReadyUsers } from './ready-users.ts';
import { prepareSecrets, publicKeys } from './secrets.ts';
import { audience, startProduct, TestApp, TestBrowser, type TestProduct } from './test-browser.ts';
import { issueToken } from './token.ts';
import { addUser, userWithPassword } from './users.ts';

const { email } = readyUsers.admin;

describe('Disabled ready users', () => {
  let database: TestDatabase;
  let product: TestProduct;
  beforeAll(async () => {
    database = await testDatabase();
    product = await startProduct(database.pool);
  });
  afterAll(async () => {
    await product?.close();
    await database?.close();
  });

  test('are absent from a new database', async () => {
    const fresh = await testDatabase();
    const open = await startProduct(fresh.pool, { readyUsers: false });
    expect(await userWithPassword(fresh.pool, email, readyPassword)).toBeNull();
    await open.close();
    await fresh.close();
  });

  test('that exist in the database cannot sign in or refresh, while other users can', async () => {
    await addUser(database.pool, { email: 'ada@example.test', name: 'Ada', password: 'correct horse' });
    const before = new TestApp(new TestBrowser(product.origin));
    const page = await before.authorize({ scope: 'openid profile email offline_access api' });
    const tokens = await before.tokensFrom(await before.browser.submit(`${page.url.pathname}/sign-in`, { email, password: readyPassword }));
    expect(tokens.refresh_token).toBeDefined();

    await product.restart({ readyUsers: false });
    const app = new TestApp(new TestBrowser(product.origin));
    const shown = await app.authorize();
    expect(shown.text).not.toContain(email);
    const refused = await app.browser.submit(`${shown.url.pathname}/sign-in`, { email, password: readyPassword });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('do not belong together');
    expect((await before.refresh(tokens.refresh_token)).status).toBe(400);
    expect((await before.authorize({ prompt: 'none' })).url.searchParams.get('error')).toBe('login_required');
    expect((await before.authorize()).text).toContain('Welcome back');
    const welcome = await app.browser.submit(`${shown.url.pathname}/sign-in`, { email: 'ada@example.test', password: 'correct horse' });
    expect(welcome.url.searchParams.has('code')).toBe(true);
  });

  test('have their access tokens refused, also when they were verified before', async () => {
    const origin = 'http://localhost:4000';
    const token = await issueToken({ pool: database.pool, origin, audience, user: readyUsers.admin, ttlSeconds: 60 });
    const taking = jwtVerifier({ issuer: issuerOf(origin), audience, rolesClaim: 'roles', fetchKeys: () => publicKeys(database.pool) });
    await taking.verify(token);
    const refusing = withoutReadyUsers(issuerOf(origin), taking);
    expect(refusing.recall(token)).toBeUndefined();
    await expect(refusing.verify(token)).rejects.toMatchObject({ code: 'auth/invalid-token' });
  });
});

test('Concurrent starts create each ready user once, and keep a changed name', async () => {
  const { pool, close } = await testDatabase();
  const all = async () => (await pool.query('select email, name, roles from oidc_users order by email')).rows;
  await prepareSecrets(pool);
  await Promise.all(Array.from({ length: 3 }, () => ensureReadyUsers(pool)));
  const expected = [
    { email: 'admin@waystory.example', name: 'Admin', roles: ['moderator', 'admin'] },
    { email: 'moderator@waystory.example', name: 'Moderator', roles: ['moderator'] },
    { email: 'traveller@waystory.example', name: 'Traveller', roles: [] },
  ];
  expect(await all()).toEqual(expected);
  await pool.query(`update oidc_users set name = 'Other' where email = 'admin@waystory.example'`);
  await ensureReadyUsers(pool);
  expect(await all()).toEqual([{ ...expected[0], name: 'Other' }, ...expected.slice(1)]);
  await close();
});
