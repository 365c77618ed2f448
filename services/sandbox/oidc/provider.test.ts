import { jwtVerifier } from '@waystory/infra/identity/jwt-verifier.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readyUsers } from './ready-users.ts';
import { audience, clientId, startProduct, TestApp, TestBrowser, type TestProduct, type Tokens } from './test-browser.ts';

let database: TestDatabase;
let product: TestProduct;
const spoken: unknown[][] = [];

beforeAll(async () => {
  for (const method of ['warn', 'info', 'log', 'error'] as const) vi.spyOn(console, method).mockImplementation((...words) => spoken.push(words));
  database = await testDatabase();
  product = await startProduct(database.pool);
});
afterAll(async () => {
  await product?.close();
  await database?.close();
});

const newApp = (): TestApp => new TestApp(new TestBrowser(product.origin));
const refreshed = async (app: TestApp, { refresh_token }: Tokens): Promise<Tokens> => (await app.refresh(refresh_token)).json() as Promise<Tokens>; // the tests check the body
const verifier = () => jwtVerifier({ issuer: `${product.origin}/idp`, audience, rolesClaim: 'roles' });

describe('Sign-in', () => {
  test('returns an access token that the API accepts', async () => {
    const tokens = await newApp().signIn('admin@waystory.example');
    expect(await verifier().verify(tokens.access_token)).toMatchObject({
      subjectId: `${product.origin}/idp|${readyUsers.admin.id}`,
      email: 'admin@waystory.example',
      name: 'Admin',
      roles: ['moderator', 'admin'],
    });
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
    expect(tokens.expires_in).toBe(900);
  });

  test('returns an ID token with e-mail and name, which the API refuses as access token', async () => {
    const { id_token } = await newApp().signIn('traveller@waystory.example');
    expect(decodeJwt(id_token)).toMatchObject({ aud: clientId, email: 'traveller@waystory.example', name: 'Traveller' });
    await expect(verifier().verify(id_token)).rejects.toMatchObject({ code: 'auth/unusable-token' });
  });

  test('returns an access token with exactly the roles of the user', async () => {
    const { access_token } = await newApp().signIn('moderator@waystory.example');
    expect((await verifier().verify(access_token)).roles).toEqual(['moderator']);
    expect((await verifier().verify((await newApp().signIn('traveller@waystory.example')).access_token)).roles).toEqual([]);
  });

  test('redirects to the API documentation with a code for its tokens', async () => {
    const app = new TestApp(new TestBrowser(product.origin), '/api/docs/static/oauth2-redirect.html');
    const page = await app.authorize({ scope: 'openid' });
    const done = await app.browser.submit(`${page.url.pathname}/sign-in`, { email: 'traveller@waystory.example', password: 'waystory' });
    expect(done.url.pathname).toBe('/api/docs/static/oauth2-redirect.html');
    expect(await verifier().verify((await app.tokensFrom(done)).access_token)).toMatchObject({ name: 'Traveller' });
  });

  test('page has the escaped e-mail of login_hint in its form', async () => {
    const page = await newApp().authorize({ login_hint: 'tara@"<b>example.test' });
    expect(page.text).toContain('value="tara@&quot;&lt;b&gt;example.test"');
  });
});

describe('Authorization code', () => {
  test('is valid once, also in concurrent requests', async () => {
    const app = newApp();
    const page = await app.authorize();
    const done = await app.browser.submit(`${page.url.pathname}/sign-in`, { email: 'traveller@waystory.example', password: 'waystory' });
    const code = done.url.searchParams.get('code') ?? '';
    const answers = await Promise.all([app.exchange(code), app.exchange(code), app.exchange(code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  test('needs the matching PKCE verifier', async () => {
    const app = newApp();
    const page = await app.authorize();
    const done = await app.browser.submit(`${page.url.pathname}/sign-in`, { email: 'traveller@waystory.example', password: 'waystory' });
    const stolen = await newApp().exchange(done.url.searchParams.get('code') ?? '');
    expect([stolen.status, await stolen.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  });

  test('cannot be requested without PKCE', async () => {
    const back = await newApp().authorize({ code_challenge: '', code_challenge_method: '' });
    expect(back.url.searchParams.get('error')).toBe('invalid_request');
  });
});

describe('Refresh token', () => {
  test('yields new tokens once; its reuse revokes them', async () => {
    const app = newApp();
    const first = await app.signIn('moderator@waystory.example');
    const second = await refreshed(app, first);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await verifier().verify(second.access_token)).toMatchObject({ roles: ['moderator'] });
    expect((await app.refresh(first.refresh_token)).status).toBe(400);
    expect((await app.refresh(second.refresh_token)).status).toBe(400);
  });

  test('yields an access token with the current roles of the user', async () => {
    const app = newApp();
    const page = await app.authorize({ prompt: 'create' });
    const fields = { name: 'Rolf', email: 'rolf@example.test', password: 'correct horse' };
    await app.browser.submit(`${page.url.pathname}/sign-up`, fields);
    const first = await app.tokensFrom(await app.browser.submit(`${page.url.pathname}/sign-in`, fields));
    await database.pool.query(`update oidc_users set roles = '{moderator}' where email = 'rolf@example.test'`);
    const second = await refreshed(app, first);
    expect((await verifier().verify(second.access_token)).roles).toEqual(['moderator']);
  });
});

describe('Silent sign-in', () => {
  test('returns login_required without a session, and stores no record', async () => {
    const count = async () => (await database.pool.query('select count(*) from oidc_records')).rows[0].count;
    const before = await count();
    const back = await newApp().authorize({ prompt: 'none' });
    expect([back.url.pathname, back.url.searchParams.get('error')]).toEqual(['/auth/callback', 'login_required']);
    expect(await count()).toBe(before);
  });

  test('returns a code to a signed-in person', async () => {
    const { browser } = newApp();
    await new TestApp(browser).signIn('admin@waystory.example');
    const silent = new TestApp(browser, '/auth/silent.html');
    const back = await silent.authorize({ prompt: 'none' });
    expect(back.url.pathname).toBe('/auth/silent.html');
    expect(await verifier().verify((await silent.tokensFrom(back)).access_token)).toMatchObject({ name: 'Admin' });
  });
});

describe('Sign-out', () => {
  test('with the ID token ends the session and its refresh token at once', async () => {
    const app = newApp();
    const { id_token, refresh_token } = await app.signIn('traveller@waystory.example');
    const query = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: `${product.origin}/`, state: 's' });
    const page = await app.browser.get(`/idp/session/end?${query}`);
    expect(page.text).toContain('.click()');
    const out = await app.browser.submitForm(page, { logout: 'yes' });
    expect(out.url.href).toBe(`${product.origin}/?state=s`);
    expect((await app.authorize({ prompt: 'none' })).url.searchParams.get('error')).toBe('login_required');
    expect((await app.refresh(refresh_token)).status).toBe(400);
  });

  test('without an ID token shows a confirmation page', async () => {
    const app = newApp();
    await app.signIn('traveller@waystory.example');
    const page = await app.browser.get('/idp/session/end');
    expect(page.text).not.toContain('.click()');
    expect(page.text).toContain('Sign out</button>');
    expect((await app.authorize({ prompt: 'none' })).url.searchParams.has('code')).toBe(true);
    expect((await app.browser.submitForm(page, { logout: 'yes' })).text).toContain('You are signed out');
  });

  test('whose session is gone before the confirmation returns to the product', async () => {
    const app = newApp();
    const { id_token } = await app.signIn('traveller@waystory.example');
    const page = await app.browser.get(`/idp/session/end?id_token_hint=${id_token}`);
    const out = await newApp().browser.submitForm(page, { logout: 'yes' });
    expect([out.status, out.url.href]).toEqual([302, `${product.origin}/`]);
  });

  test('with the ID token of another person shows a confirmation page', async () => {
    const app = newApp();
    await app.signIn('traveller@waystory.example');
    const { id_token } = await newApp().signIn('admin@waystory.example');
    const page = await app.browser.get(`/idp/session/end?id_token_hint=${id_token}`);
    expect([page.text.includes('Sign out</button>'), page.text.includes('.click()')]).toEqual([true, false]);
  });

  test('answers 400 to an unregistered post_logout_redirect_uri', async () => {
    const app = newApp();
    const { id_token } = await app.signIn('traveller@waystory.example');
    const query = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: 'https://evil.test/' });
    expect((await app.browser.get(`/idp/session/end?${query}`)).status).toBe(400);
  });
});

test('Sessions, refresh tokens and keys of the provider survive a restart', async () => {
  const app = newApp();
  const before = await app.signIn('admin@waystory.example');
  const keys = async () => (await fetch(`${product.origin}/idp/jwks`)).json();
  const keysBefore = await keys();
  await product.restart();
  expect(await keys()).toEqual(keysBefore);
  expect(await verifier().verify(before.access_token)).toMatchObject({ name: 'Admin' });
  expect((await app.refresh(before.refresh_token)).status).toBe(200);
  expect((await app.authorize({ prompt: 'none' })).url.searchParams.has('code')).toBe(true);
});

test('The provider writes nothing to the console', () => {
  expect(spoken).toEqual([]);
});
