import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const newApp = (): TestApp => new TestApp(new TestBrowser(product.origin));

test('Hostile forwarded headers do not change the URLs in the provider metadata', async () => {
  const response = await fetch(`${product.origin}/idp/.well-known/openid-configuration`, {
    headers: { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
  });
  const document = (await response.json()) as Record<string, unknown>; // the next lines check the body
  expect(document.issuer).toBe(`${product.origin}/idp`);
  expect(document.token_endpoint).toBe(`${product.origin}/idp/token`);
  expect(JSON.stringify(document)).not.toContain('evil.test');
  expect(document.prompt_values_supported).toContain('create');
});

test.each([
  ['a redirect to another site', { redirect_uri: 'https://evil.test/cb' }],
  ['an unknown client', { client_id: 'evil\u0000' }],
])('%s answers 400 with an error page and no redirect', async (_, change) => {
  const page = await newApp().authorize(change);
  expect([page.status, page.url.pathname]).toEqual([400, '/idp/auth']);
  expect(page.text).toContain('That did not work');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('NUL characters in a request cause no status 500', async () => {
  expect((await newApp().authorize({ state: 'a\u0000b' })).status).toBe(200);
  expect((await newApp().exchange('a\u0000b')).status).toBe(400);
  expect((await newApp().refresh('\u0000')).status).toBe(400);
});

const records = async () =>
  (
    await database.pool.query<{ kind: string; bytes: number; seconds: number }>(
      'select kind, length(payload::text) as bytes, extract(epoch from expires_at - now())::float8 as seconds from oidc_records',
    )
  ).rows;

test('an abandoned sign-in leaves one small record with a short expiry', async () => {
  await database.pool.query('delete from oidc_records');
  expect((await newApp().authorize({ state: 'x'.repeat(500), nonce: 'y'.repeat(100) })).status).toBe(200);
  const [one, ...others] = await records();
  expect(others).toEqual([]);
  expect(one?.bytes).toBeLessThan(2_500);
  expect(one?.seconds).toBeLessThanOrEqual(20 * 60);
});

test.each(['state', 'nonce', 'login_hint', 'ui_locales', 'id_token_hint'])(
  'a request with 12 kB of %s is refused and stores no record',
  async (parameter) => {
    await database.pool.query('delete from oidc_records');
    const { status, url } = await newApp().authorize({ [parameter]: 'x'.repeat(12_000) });
    expect([400, 303]).toContain(status);
    expect(url.searchParams.get('error') ?? 'invalid_request').toBe('invalid_request');
    expect(await records()).toEqual([]);
  },
);

test('A request for another resource gets the error invalid_target', async () => {
  const back = await newApp().authorize({ resource: 'urn:other' });
  expect(back.url.searchParams.get('error')).toBe('invalid_target');
});
