import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseIdentity } from './identity.ts';
import { TestApp, TestBrowser } from './sandbox/oidc/test-browser.ts';
import { contextsWithAssistant, type TestProduct, testProduct } from './testing/product.ts';

let product: TestProduct;
let origin: string;

beforeAll(async () => {
  const [port] = await freePorts(1);
  origin = `http://localhost:${port}`;
  product = await testProduct(contextsWithAssistant, undefined, { PORT: String(port), WRITES_PER_MINUTE: '600' }, chooseIdentity);
  await product.host.listen();
});
afterAll(() => product.stop());

/** What an assistant on somebody's machine keeps, and the address that it would open in their browser. */
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

/** Opens the address in a browser, signs in and answers; where that leads to. */
async function answered({ opened }: Keeper, decision: 'allow' | 'deny'): Promise<URL> {
  const browser = new TestBrowser(origin);
  const signIn = await browser.get(`${opened?.pathname}${opened?.search}`);
  const question = await browser.submit(`${signIn.url.pathname}/sign-in`, { email: 'traveller@waystory.example', password: 'waystory' });
  expect(question.text).toContain('<strong>Atlas</strong>');
  return (await browser.submit(`${question.url.pathname}/consent`, { decision })).url;
}

async function letIn(): Promise<{ keeper: Keeper; client: Client }> {
  const keeper = new Keeper();
  const first = transportFor(keeper);
  await expect(new Client({ name: 'atlas', version: '1' }).connect(first)).rejects.toThrow('Unauthorized');
  const back = await answered(keeper, 'allow');
  expect(back.origin + back.pathname).toBe(keeper.redirectUrl);
  await first.finishAuth(back.searchParams);
  const client = new Client({ name: 'atlas', version: '1' });
  await client.connect(transportFor(keeper));
  return { keeper, client };
}

test('an assistant that knows only the address finds where to ask, is let in, and plans', async () => {
  const { keeper, client } = await letIn();
  const authorization = `Bearer ${keeper.tokens()?.access_token}`;
  const account = { name: 'create_itinerary', arguments: { title: 'Lisbon' } };
  expect(await client.callTool(account)).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('auth/no-account') }] });
  expect((await fetch(`${origin}/api/accounts/me`, { headers: { authorization } })).status).toBe(401);
  expect(await client.callTool({ name: 'search', arguments: { query: 'Lisbon' } })).toMatchObject({ structuredContent: { stories: [] } });
});

test('one that is not allowed gets nothing', async () => {
  const keeper = new Keeper();
  await expect(new Client({ name: 'atlas', version: '1' }).connect(transportFor(keeper))).rejects.toThrow('Unauthorized');
  const back = await answered(keeper, 'deny');
  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(keeper.tokens()).toBeUndefined();
});

test('an access token that has run out is renewed without anybody', async () => {
  const { keeper, client } = await letIn();
  const tokens = keeper.tokens();
  keeper.saveTokens({ ...tokens, token_type: 'Bearer', access_token: 'gone' });
  expect(await client.callTool({ name: 'search', arguments: { query: 'Porto' } })).toHaveProperty('structuredContent');
  expect(keeper.tokens()?.refresh_token).not.toBe(tokens?.refresh_token);
});

test('a token of the API is good here too', async () => {
  const { access_token } = await new TestApp(new TestBrowser(origin)).signIn('admin@waystory.example');
  const requestInit = { headers: { authorization: `Bearer ${access_token}` } };
  const client = new Client({ name: 'script', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
});

test('the eleventh registration of a minute has to wait', async () => {
  const register = (): Promise<Response> =>
    fetch(`${origin}/idp/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: ['https://a.example/cb'] }),
    });
  const statuses: number[] = [];
  while (statuses.length < 12) statuses.push((await register()).status);
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(10);
});
