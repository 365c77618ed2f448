import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startProduct, TestApp, TestBrowser, type TestProduct } from './test-browser.ts';

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

let app: TestApp;
beforeEach(() => {
  app = new TestApp(new TestBrowser(product.origin));
});

describe('Sign-in form', () => {
  const good = { email: 'traveller@waystory.example', password: 'waystory' };
  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another host of our site', { 'sec-fetch-site': 'same-site' }],
    ['from another origin', { origin: 'https://evil.test' }],
    ['from a hidden origin', { origin: 'null' }],
    ['from nowhere', {}],
  ])('%s answers 403', async (_, headers) => {
    const page = await app.authorize();
    const answer = await app.browser.submit(`${page.url.pathname}/sign-in`, good, headers as Record<string, string>);
    expect([answer.status, answer.url.searchParams.has('code')]).toEqual([403, false]);
    expect(answer.text).toContain('That did not come from here');
  });

  test('from the origin of the product is accepted without Sec-Fetch-Site', async () => {
    const page = await app.authorize();
    const answer = await app.browser.submit(`${page.url.pathname}/sign-in`, good, { origin: product.origin });
    expect(answer.url.searchParams.has('code')).toBe(true);
  });

  test('submitted without the cookie of its interaction answers 410', async () => {
    const victim = await app.authorize();
    const answer = await new TestBrowser(product.origin).submit(`${victim.url.pathname}/sign-in`, good);
    expect(answer.status).toBe(410);
  });
});

describe('Page of an expired interaction', () => {
  test('answers 410 with an explanation and a link to the product', async () => {
    const page = await app.authorize();
    await database.pool.query(`update oidc_records set expires_at = now() - interval '1 second' where kind = 'Interaction' and id = $1`, [
      page.url.pathname.split('/').pop(),
    ]);
    const expired = await app.browser.get(page.url.pathname);
    expect([expired.status, expired.text.includes(`href="${product.origin}/"`)]).toEqual([410, true]);
    expect(expired.text).toContain('This page has expired');
    expect((await app.browser.submit(`${page.url.pathname}/sign-in`, { email: 'a', password: 'b' })).status).toBe(410);
  });

  test('answers 410, like the page of an unknown or completed interaction', async () => {
    expect((await app.browser.get('/idp/interaction/never')).status).toBe(410);
    const page = await app.authorize();
    const done = await app.browser.submit(`${page.url.pathname}/sign-in`, { email: 'admin@waystory.example', password: 'waystory' });
    expect(done.status).toBe(303);
    expect((await app.browser.get(page.url.pathname)).status).toBe(410);
  });

  test('answers a resumed authorization without its cookie, with status 400', async () => {
    const page = await app.browser.get('/idp/auth/never');
    expect([page.status, page.text.includes('This page has expired')]).toEqual([400, true]);
  });
});
