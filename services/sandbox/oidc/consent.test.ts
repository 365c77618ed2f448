import { createHash, randomBytes } from 'node:crypto';
import { jwtVerifier } from '@waystory/infra/identity/jwt-verifier.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Registration } from './registration.ts';
import { type Answer, audience, startProduct, TestApp, TestBrowser, type TestProduct, type Tokens } from './test-browser.ts';

let database: TestDatabase;
let product: TestProduct;
let browser: TestBrowser;

beforeAll(async () => {
  database = await testDatabase();
  product = await startProduct(database.pool);
});
beforeEach(() => {
  browser = new TestBrowser(product.origin);
});
afterAll(async () => {
  await product?.close();
  await database?.close();
});

const back = 'https://assistant.example/callback';
const traveller = { email: 'traveller@waystory.example', password: 'waystory' };

const post = (body: unknown): Promise<Response> =>
  fetch(`${product.origin}/idp/reg`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const register = async (more: object = {}): Promise<Registration> =>
  (await post({ client_name: 'Atlas', redirect_uris: [back], ...more })).json() as Promise<Registration>; // the tests check the body

/** A registered client, with its PKCE verifier, for which a person grants consent. */
class Program {
  readonly id: string;
  readonly #verifier = randomBytes(32).toString('base64url');
  constructor({ client_id }: Registration) {
    this.id = client_id;
  }

  authorize(more: Record<string, string> = {}): Promise<Answer> {
    const challenge = createHash('sha256').update(this.#verifier).digest('base64url');
    const basic = { client_id: this.id, redirect_uri: back, response_type: 'code', state: 's', resource: `${product.origin}/mcp` };
    return browser.get(`/idp/auth?${new URLSearchParams({ ...basic, code_challenge: challenge, code_challenge_method: 'S256', ...more })}`);
  }

  /** Signs in; returns the consent page. */
  async question(more: Record<string, string> = {}): Promise<Answer> {
    const page = await this.authorize(more);
    return browser.submit(`${page.url.pathname}/sign-in`, traveller);
  }

  async allowed(more: Record<string, string> = {}): Promise<Answer> {
    const page = await this.question(more);
    return browser.submit(`${page.url.pathname}/consent`, { decision: 'allow' });
  }

  token(fields: Record<string, string>): Promise<Response> {
    return fetch(`${product.origin}/idp/token`, { method: 'POST', body: new URLSearchParams({ client_id: this.id, ...fields }) });
  }

  async tokensFrom({ url }: Answer, more: Record<string, string> = {}): Promise<Tokens> {
    const code = url.searchParams.get('code') ?? '';
    const response = await this.token({ grant_type: 'authorization_code', code, redirect_uri: back, code_verifier: this.#verifier, ...more });
    return (await response.json()) as Tokens; // the tests check the body
  }
}

describe('Registered client', () => {
  test('is on the consent page with its name and the host of its redirect URI, with or without a new sign-in', async () => {
    const program = new Program(await register({ client_name: 'Atlas <b>' }));
    const first = await program.question();
    const again = await program.authorize();
    for (const page of [first, again]) {
      expect([page.status, page.url.pathname]).toEqual([200, expect.stringContaining('/idp/interaction/')]);
      expect(page.text).toContain('<h1>Let this assistant in?</h1>');
      expect(page.text).toContain('<strong>Atlas &lt;b&gt;</strong>');
      expect(page.text).toContain('<strong>assistant.example</strong>');
      expect(page.text).toContain(traveller.email);
      expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${product.origin} https://assistant.example;`);
    }
  });

  test('gets tokens for /mcp alone, without e-mail, name and roles of the person', async () => {
    const program = new Program(await register());
    const tokens = await program.tokensFrom(await program.allowed({ scope: 'openid profile email offline_access mcp api' }));
    const claims = decodeJwt(tokens.access_token);
    expect(claims).toMatchObject({ aud: `${product.origin}/mcp`, scope: 'mcp', client_id: program.id });
    expect(claims).not.toHaveProperty('roles');
    expect(JSON.stringify([claims, decodeJwt(tokens.id_token)])).not.toMatch(/traveller/i);
    const verifierOf = (taken: string) => jwtVerifier({ issuer: `${product.origin}/idp`, audience: taken, rolesClaim: 'roles' });
    await expect(verifierOf(audience).verify(tokens.access_token)).rejects.toMatchObject({ code: 'auth/unusable-token' });
    expect(await verifierOf(`${product.origin}/mcp`).verify(tokens.access_token)).toMatchObject({ email: null, name: null });
  });

  test('with a private-use scheme is described as a program on this computer', async () => {
    const address = 'cursor://anysphere.cursor-mcp/oauth/callback';
    const program = new Program(await register({ redirect_uris: [address] }));
    const page = await program.question({ redirect_uri: address });
    expect(page.text).toContain('<strong>a program on this computer</strong>');
    expect(page.text).toContain('opens the program on this computer that handles <strong>cursor:</strong> addresses');
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${product.origin} cursor:;`);
    const { url } = await browser.submit(`${page.url.pathname}/consent`, { decision: 'allow' });
    expect([url.protocol, url.host, url.searchParams.has('code')]).toEqual(['cursor:', 'anysphere.cursor-mcp', true]);
  });

  test.each<Record<string, string>>([{}, { scope: 'everything' }, { scope: 'openid' }])('that requests %j gets the scope mcp', async (scope) => {
    const program = new Program(await register());
    expect(decodeJwt((await program.tokensFrom(await program.allowed(scope))).access_token).scope).toBe('mcp');
  });

  test.each<[string, (origin: string) => string]>([
    ['with a slash at its end', (origin) => `${origin}/mcp/`],
    ['with its scheme and host in capitals', (origin) => `${origin.toUpperCase()}/mcp`],
  ])('that requests /mcp %s as resource gets tokens for it, also by a refresh', async (_, named) => {
    const resource = named(product.origin);
    const program = new Program(await register());
    const answer = await program.allowed({ resource });
    expect(answer.url.searchParams.get('error')).toBeNull();
    const first = await program.tokensFrom(answer, { resource });
    expect(decodeJwt(first.access_token)).toMatchObject({ aud: `${product.origin}/mcp`, scope: 'mcp' });
    const second = await program.token({ grant_type: 'refresh_token', refresh_token: first.refresh_token, resource });
    const { access_token } = (await second.json()) as Tokens; // the next line checks the token
    expect(decodeJwt(access_token)).toMatchObject({ aud: `${product.origin}/mcp`, scope: 'mcp' });
  });

  test.each(['urn:waystory:api', 'https://elsewhere.example/mcp'])('gets the error invalid_target for the resource %s', async (resource) => {
    const { url } = await new Program(await register()).authorize({ resource });
    expect(url.searchParams.get('error')).toBe('invalid_target');
  });

  test('can use its refresh token until the person signs out', async () => {
    const program = new Program(await register());
    const first = await program.tokensFrom(await program.allowed({ scope: 'openid offline_access' }));
    const second = await program.token({ grant_type: 'refresh_token', refresh_token: first.refresh_token });
    const { access_token, refresh_token } = (await second.json()) as Tokens; // the next lines check the tokens
    expect(decodeJwt(access_token).aud).toBe(`${product.origin}/mcp`);
    await browser.submitForm(await browser.get('/idp/session/end'), { logout: 'yes' });
    expect((await program.token({ grant_type: 'refresh_token', refresh_token })).status).toBe(400);
  });

  test('gets the error access_denied when the person denies consent', async () => {
    const program = new Program(await register());
    const page = await program.question();
    const refused = await browser.submit(`${page.url.pathname}/consent`, { decision: 'deny' });
    expect([refused.url.origin, refused.url.searchParams.get('error')]).toEqual(['https://assistant.example', 'access_denied']);
    expect((await program.authorize({ prompt: 'none' })).url.searchParams.get('error')).toBe('interaction_required');
  });

  test.each([
    ['nothing', {}],
    ['something else', { decision: 'yes' }],
  ])('gets the error access_denied when the decision is %s', async (_, fields) => {
    const page = await new Program(await register()).question();
    expect((await browser.submit(`${page.url.pathname}/consent`, fields)).url.searchParams.get('error')).toBe('access_denied');
  });

  test('gets no consent from a form of another site, which answers 403, nor before the sign-in, which answers 410', async () => {
    const program = new Program(await register());
    const early = await program.authorize();
    expect((await browser.submit(`${early.url.pathname}/consent`, { decision: 'allow' })).status).toBe(410);
    const page = await program.question();
    const forged = await browser.submit(`${page.url.pathname}/consent`, { decision: 'allow' }, { 'sec-fetch-site': 'cross-site' });
    expect(forged.status).toBe(403);
  });

  test('needs PKCE with S256, and the verifier of its own request', async () => {
    const program = new Program(await register());
    const changes: Record<string, string>[] = [{ code_challenge: '', code_challenge_method: '' }, { code_challenge_method: 'plain' }];
    for (const change of changes) expect((await program.authorize(change)).url.searchParams.get('error')).toBe('invalid_request');
    const other = new Program(await register());
    expect((await other.tokensFrom(await program.allowed())).error).toBe('invalid_grant');
  });
});

test('Web app signs in without a consent page', async () => {
  const tokens = await new TestApp(browser).signIn(traveller.email);
  expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: audience, email: traveller.email });
});

test.each(['/idp/.well-known/openid-configuration', '/.well-known/oauth-authorization-server/idp', '/.well-known/openid-configuration/idp'])(
  '%s is the provider metadata, readable from any origin',
  async (path) => {
    const response = await fetch(`${product.origin}${path}`);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({
      issuer: `${product.origin}/idp`,
      authorization_endpoint: `${product.origin}/idp/auth`,
      token_endpoint: `${product.origin}/idp/token`,
      registration_endpoint: `${product.origin}/idp/reg`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    });
  },
);
