import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseIdentityProvider } from './identity.ts';
import { forgetUser } from './sandbox/oidc/forget-user.ts';
import { TestApp, TestBrowser } from './sandbox/oidc/test-browser.ts';
import { addUser } from './sandbox/oidc/users.ts';
import { contextsWithAssistant, type TestProduct, testProduct } from './testing/product.ts';

let product: TestProduct;
let origin: string;

beforeAll(async () => {
  const [port] = await findFreePorts(1);
  origin = `http://localhost:${port}`;
  product = await testProduct(
    contextsWithAssistant,
    undefined,
    { PORT: String(port), WRITES_PER_MINUTE: '600', TRUSTED_PROXIES: 'loopback' },
    chooseIdentityProvider,
  );
  await product.host.listen();
});
afterAll(() => product.stop());

/** OAuth client of an assistant: its stored credentials, and the URL that it would open in a browser. */
class Keeper implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:43821/callback';
  readonly clientMetadata = { client_name: 'Atlas', redirect_uris: [this.redirectUrl], grant_types: ['authorization_code', 'refresh_token'] };
  opened: URL | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;
  clientInformation = () => this.#client;
  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }
  tokens = () => this.#tokens;
  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }
  redirectToAuthorization(address: URL): void {
    this.opened = address;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }
  discoveryState = () => this.#discovered;
}

const transportFor = (authProvider: Keeper) => new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider });

/** Opens the authorization URL in a browser, signs in and decides; returns the redirect URL. */
async function answered({ opened }: Keeper, decision: 'allow' | 'deny', browser = new TestBrowser(origin), name = 'traveller'): Promise<URL> {
  const signIn = await browser.get(`${opened?.pathname}${opened?.search}`);
  const question = await browser.submit(`${signIn.url.pathname}/sign-in`, { email: `${name}@waystory.example`, password: 'waystory' });
  expect(question.text).toContain('<strong>Atlas</strong>');
  return (await browser.submit(`${question.url.pathname}/consent`, { decision })).url;
}

async function letIn(browser?: TestBrowser, name?: string): Promise<{ keeper: Keeper; client: Client }> {
  const keeper = new Keeper();
  const first = transportFor(keeper);
  await expect(new Client({ name: 'atlas', version: '1' }).connect(first)).rejects.toThrow('Unauthorized');
  const back = await answered(keeper, 'allow', browser, name);
  expect(back.origin + back.pathname).toBe(keeper.redirectUrl);
  await first.finishAuth(back.searchParams);
  const client = new Client({ name: 'atlas', version: '1' });
  await client.connect(transportFor(keeper));
  return { keeper, client };
}

async function connectedTo(address: string, token: string): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const client = new Client({ name: 'script', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }));
  return client;
}

test('Assistant with only the MCP URL discovers the provider, gets consent, and creates an itinerary', { timeout: 60_000 }, async () => {
  const { keeper, client } = await letIn();
  const authorization = `Bearer ${keeper.tokens()?.access_token}`;
  const plan = () => client.callTool({ name: 'create_itinerary', arguments: { title: 'Lisbon' } });
  expect(await plan()).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('auth/no-account') }] });
  const { access_token } = await new TestApp(new TestBrowser(origin)).signIn('traveller@waystory.example');
  const asPerson = { authorization: `Bearer ${access_token}` };
  expect((await fetch(`${origin}/api/accounts`, { method: 'POST', headers: asPerson })).status).toBe(201);
  const { structuredContent } = await plan();
  const { id } = Object(structuredContent);
  expect(await (await fetch(`${origin}/api/itineraries/${id}`, { headers: asPerson })).json()).toMatchObject({
    title: 'Lisbon',
    visibility: 'PRIVATE',
  });
  expect((await fetch(`${origin}/api/accounts/me`, { headers: { authorization } })).status).toBe(401);
  expect(await client.callTool({ name: 'search', arguments: { query: 'Lisbon' } })).toHaveProperty('structuredContent.stops');
});

test('Assistant without consent gets no token', async () => {
  const keeper = new Keeper();
  await expect(new Client({ name: 'atlas', version: '1' }).connect(transportFor(keeper))).rejects.toThrow('Unauthorized');
  const back = await answered(keeper, 'deny');
  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(keeper.tokens()).toBeUndefined();
});

test('Expired access token is renewed by its refresh token', async () => {
  const { keeper, client } = await letIn();
  const tokens = keeper.tokens();
  keeper.saveTokens({ ...tokens, token_type: 'Bearer', access_token: 'gone' });
  expect(await client.callTool({ name: 'search', arguments: { query: 'Porto' } })).toHaveProperty('structuredContent');
  expect(keeper.tokens()?.refresh_token).not.toBe(tokens?.refresh_token);
});

test('Access token of an assistant is refused as soon as the person signs out', async () => {
  const browser = new TestBrowser(origin);
  const [{ keeper, client }, others] = [await letIn(browser), await letIn()];
  const search = { name: 'search', arguments: { query: 'Porto' } };
  expect(await client.callTool(search)).toHaveProperty('structuredContent');
  await browser.submitForm(await browser.get('/idp/session/end'), { logout: 'yes' });
  const headers = { authorization: `Bearer ${keeper.tokens()?.access_token}`, 'content-type': 'application/json' };
  const response = await fetch(`${origin}/mcp`, { method: 'POST', headers, body: '{}' });
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
  // The grant of another browser stays valid.
  expect(await others.client.callTool(search)).toHaveProperty('structuredContent');
});

test('Access token of an assistant is refused after its user is deleted', async () => {
  const { pool } = product.engines;
  if (!pool) throw new Error('No Postgres');
  const issuer = `${origin}/idp`;
  const user = await addUser(pool, { email: 'lea@waystory.example', name: 'Lea', password: 'waystory' });
  const { client } = await letIn(undefined, 'lea');
  await forgetUser(pool, issuer, accountIdOf(`${issuer}|${user?.id}`));
  await expect(client.callTool({ name: 'search', arguments: { query: 'Porto' } })).rejects.toThrow();
});

test.each(['moderator', 'admin'])('Access token that a %s granted to an assistant has no roles claim', async (name) => {
  const { keeper } = await letIn(undefined, name);
  expect(decodeJwt(keeper.tokens()?.access_token ?? '')).not.toHaveProperty('roles');
});

test('API token is valid for /mcp too', async () => {
  const { access_token } = await new TestApp(new TestBrowser(origin)).signIn('admin@waystory.example');
  const client = await connectedTo(origin, access_token);
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
});

test('Client registration is limited to ten a minute per IP address', async () => {
  // Sends `x-forwarded-for` with an IP address that no other test uses.
  const register = (): Promise<Response> =>
    fetch(`${origin}/idp/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.1.2.3' },
      body: JSON.stringify({ redirect_uris: ['https://a.example/cb'] }),
    });
  const statuses: number[] = [];
  while (statuses.length < 12) statuses.push((await register()).status);
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(10);
});

test('MCP endpoint names an external issuer in its resource metadata, accepts its token for the API, and refuses a token for another resource', async () => {
  const [port] = await findFreePorts(1);
  const there = `http://localhost:${port}`;
  const settings = { PORT: String(port), OIDC_ISSUER: `${origin}/idp`, OIDC_AUDIENCE: 'urn:waystory:api' };
  const other = await testProduct(contextsWithAssistant, undefined, settings, chooseIdentityProvider);
  try {
    await other.host.listen();
    const metadata = await (await fetch(`${there}/.well-known/oauth-protected-resource/mcp`)).json();
    expect(metadata).toMatchObject({ resource: `${there}/mcp`, authorization_servers: [`${origin}/idp`] });
    const { access_token } = await new TestApp(new TestBrowser(origin)).signIn('admin@waystory.example');
    const [client, { keeper }] = [await connectedTo(there, access_token), await letIn()];
    expect((await client.listTools()).tools.length).toBeGreaterThan(10);
    // Consent for one resource is not valid for another.
    await expect(connectedTo(there, keeper.tokens()?.access_token ?? '')).rejects.toThrow();
  } finally {
    await other.stop();
  }
});
