import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetPassword } from './new-password.ts';
import { readyUsers } from './ready-users.ts';
import { startProduct, TestApp, TestBrowser, type TestProduct } from './test-browser.ts';
import { addUser, userWithPassword } from './users.ts';

const ada = { email: 'ada@example.test', name: 'Ada', password: 'correct horse' };
let database: TestDatabase;
let product: TestProduct;

beforeAll(async () => {
  database = await testDatabase();
  product = await startProduct(database.pool);
  await addUser(database.pool, ada);
});
afterAll(async () => {
  await product?.close();
  await database?.close();
});

test('resetPassword replaces the old password and revokes the sessions of the user', async () => {
  const app = new TestApp(new TestBrowser(product.origin));
  const page = await app.authorize({ scope: 'openid profile email offline_access api' });
  const before = await app.tokensFrom(await app.browser.submit(`${page.url.pathname}/sign-in`, ada));
  const password = await resetPassword(database.pool, ' Ada@Example.test');
  expect(password).toMatch(/^[\w-]{16}$/);
  expect(await userWithPassword(database.pool, ada.email, ada.password)).toBeNull();
  expect((await app.refresh(before.refresh_token)).status).toBe(400);
  expect((await app.authorize({ prompt: 'none' })).url.searchParams.get('error')).toBe('login_required');
  expect((await app.signIn(ada.email, password ?? '')).access_token).toBeDefined();
});

test.each(['nobody@example.test', readyUsers.admin.email])('resetPassword returns null for %s', async (email) => {
  expect(await resetPassword(database.pool, email)).toBeNull();
});
