import { migrate } from '@waystory/infra/postgres/migrate.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { extendClient, postgresRecords, removeExpired } from './records.ts';
import {
  destinationTextOf,
  isRegisteredRedirectUri,
  type Registration,
  redirectUriKindOf,
  registrationOf,
  storeClientForADay,
} from './registration.ts';
import { oidcSteps } from './secrets.ts';
import { startProduct, type TestProduct } from './test-browser.ts';

describe('Redirect URI', () => {
  test.each([
    ['https://claude.ai/api/callback', 'site'],
    ['https://a.example:8443/b?c=d', 'site'],
    ['http://localhost:7777/cb', 'loopback'],
    ['http://127.0.0.1/cb', 'loopback'],
    ['http://[::1]:9/cb', 'loopback'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'private-scheme'],
    ['vscode-insiders://vscode.mcp/oauth/callback', 'private-scheme'],
    ['com.example.app:/cb', 'private-scheme'],
    ['warp://mcp/oauth2callback', 'private-scheme'],
  ])('%s has the kind %s', (address, kind) => expect(redirectUriKindOf(address)).toBe(kind));

  test.each([
    'javascript:alert(1)//https://a.example',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://a.example/x',
    'mailto:a@a.example',
    'ms-settings:privacy',
    'wss://a.example/cb',
    'cursor://name@anysphere/callback',
    'cursor://anysphere/callback#part',
    'cur\tsor://anysphere/callback',
    'http://a.example/cb',
    'http://localhost.a.example/cb',
    'http://127.0.0.1.a.example/cb',
    'http://127.0.0.2/cb',
    'https://localhost/cb',
    'https://a.example/cb#part',
    'https://a.example/cb#',
    'https://claude.ai@a.example/cb',
    'https://name:word@a.example/cb',
    'https://',
    `https://a.example/${'x'.repeat(300)}`,
    '//a.example/cb',
    '/cb',
    '',
  ])('%s is refused', (address) => expect(redirectUriKindOf(address)).toBeNull());

  test('is described by the host of an HTTPS site, and otherwise as a program on this computer', () => {
    expect(destinationTextOf('http://127.0.0.1:5/cb')).toBe('a program on this computer');
    expect(destinationTextOf('cursor://claude.ai/cb')).toBe('a program on this computer');
    expect(destinationTextOf('https://a.example:8443/claude.ai')).toBe('a.example:8443');
    expect(destinationTextOf('https://clаude.ai/cb')).toMatch(/^xn--/);
  });

  test.each([
    ['http://127.0.0.1:33418', 'http://127.0.0.1:51999', true],
    ['http://127.0.0.1:33418', 'http://127.0.0.1:51999/', true],
    ['http://127.0.0.1/', 'http://127.0.0.1:51999', true],
    ['http://127.0.0.1:1/cb', 'http://127.0.0.1:2/cb/', true],
    ['http://127.0.0.1:1/cb', 'http://localhost:2/cb', true],
    ['http://127.0.0.1/cb?a=b', 'http://127.0.0.1:3/cb?a=b', true],
    ['http://127.0.0.1/cb?a=b', 'http://127.0.0.1:3/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1/cb/more', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1.a.example/cb', false],
    ['http://127.0.0.1/cb', 'https://127.0.0.1/cb', false],
    ['https://a.example/cb', 'https://a.example/cb/', false],
    ['https://a.example/cb', 'https://a.example:8443/cb', false],
    ['cursor://a/cb', 'cursor://a/cb/', false],
    ['cursor://a/cb', 'cursor://a/cb', true],
  ])('%s, when registered, matches %s in a request: %s', (registered, asked, isAllowed) => {
    expect(isRegisteredRedirectUri(asked, [registered])).toBe(isAllowed);
  });
});

const redirect_uris = ['https://a.example/cb'];
const nameOf = (client_name: unknown): unknown => (registrationOf({ redirect_uris, client_name }) as Registration).client_name;

describe('client_name', () => {
  test.each([
    ['Atlas', 'Atlas'],
    ['  Atlas\n\t of\u00a0maps ', 'Atlas of maps'],
    ['\u202eyrotsyaW', 'yrotsyaW'],
    ['A\u200bt\u0000las', 'A t las'],
    ['x'.repeat(1_000), 'x'.repeat(60)],
    [`${'x'.repeat(59)}\ud83d\ude00y`, `${'x'.repeat(59)}\ud83d\ude00`],
    ['\u2066\u3000', 'a.example'],
    ['', 'a.example'],
    [undefined, 'a.example'],
  ])('%j is stored as %j', (given, shown) => expect(nameOf(given)).toBe(shown));
});

test('Every client is registered as a native public client, whatever metadata it sends', () => {
  const asked = {
    ...{ redirect_uris, client_name: 'Atlas', token_endpoint_auth_method: 'client_secret_post', grant_types: ['client_credentials', 'implicit'] },
    ...{ response_types: ['token'], scope: 'api admin', client_id: 'waystory-web', application_type: 'web' },
    ...{ logo_uri: 'https://evil.test/x.png', jwks_uri: 'http://169.254.169.254/', sector_identifier_uri: 'http://10.0.0.1/', client_secret: 'x' },
  };
  expect(registrationOf(asked, 5_000)).toEqual({
    client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    client_id_issued_at: 5,
    client_name: 'Atlas',
    redirect_uris,
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  });
});

/** Client registrations, according to the clients' sources and reports of their users (2026). */
const programs: Record<string, { body: { redirect_uris: string[] } & Record<string, unknown>; goesBackTo: string[] }> = {
  Cursor: {
    body: {
      client_name: 'Cursor',
      redirect_uris: [
        'http://localhost:8787/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'cursor://anysphere.cursor-mcp/oauth/callback',
      ],
      application_type: 'web',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    goesBackTo: [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'http://localhost:8787/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
    ],
  },
  'VS Code': {
    body: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://localhost/',
        'http://127.0.0.1/',
        'http://localhost:33418/',
        'http://127.0.0.1:33418/',
      ],
      token_endpoint_auth_method: 'none',
    },
    goesBackTo: ['http://127.0.0.1:33418/', 'http://127.0.0.1:33418', 'http://127.0.0.1:59656/', 'https://vscode.dev/redirect'],
  },
  'VS Code of 2025': {
    body: {
      client_name: 'Visual Studio Code',
      redirect_uris: ['https://vscode.dev/redirect', 'http://127.0.0.1:33418'],
      token_endpoint_auth_method: 'none',
    },
    goesBackTo: ['http://127.0.0.1:33418/', 'http://127.0.0.1:51999/', 'http://127.0.0.1:51999'],
  },
  Claude: {
    body: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'mcp',
    },
    goesBackTo: ['https://claude.ai/api/mcp/auth_callback'],
  },
  'Claude Code': {
    body: {
      client_name: 'Claude Code (waystory)',
      redirect_uris: ['http://localhost:54212/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    goesBackTo: ['http://localhost:54212/callback', 'http://localhost:61001/callback'],
  },
  'Gemini CLI': {
    body: {
      client_name: 'Gemini CLI MCP Client',
      redirect_uris: ['http://localhost:7777/oauth/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: '',
    },
    goesBackTo: ['http://localhost:65290/oauth/callback'],
  },
  Zed: {
    body: {
      client_name: 'Zed',
      redirect_uris: ['http://127.0.0.1:27523/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    goesBackTo: ['http://127.0.0.1:27523/callback', 'http://127.0.0.1:49231/callback'],
  },
  Codex: {
    body: { client_name: 'Codex', redirect_uris: ['http://127.0.0.1:1455/callback'], token_endpoint_auth_method: 'none' },
    goesBackTo: ['http://localhost:1455/callback'],
  },
  OpenCode: {
    body: { client_name: 'OpenCode', redirect_uris: ['http://127.0.0.1:19876/mcp/oauth/callback'], token_endpoint_auth_method: 'none' },
    goesBackTo: ['http://127.0.0.1:19876/mcp/oauth/callback'],
  },
  ChatGPT: {
    body: {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
    goesBackTo: ['https://chatgpt.com/connector_platform_oauth_redirect'],
  },
};

describe('POST /idp/reg', () => {
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

  const send = (body: string, type = 'application/json'): Promise<Response> =>
    fetch(`${product.origin}/idp/reg`, { method: 'POST', headers: { 'content-type': type }, body });
  const clients = async (): Promise<number> =>
    Number((await database.pool.query(`select count(*) from oidc_records where kind = 'Client'`)).rows[0].count);

  test.each([
    ['no addresses', '{}', 'invalid_redirect_uri'],
    ['an empty list', '{"redirect_uris":[]}', 'invalid_redirect_uri'],
    ['a script among good ones', '{"redirect_uris":["https://a.example/"," JavaScript:alert(1)"]}', 'invalid_redirect_uri'],
    ['data among good ones', '{"redirect_uris":["https://a.example/","data:text/html,x"]}', 'invalid_redirect_uri'],
    ['a file among good ones', '{"redirect_uris":["https://a.example/","file:///etc/passwd"]}', 'invalid_redirect_uri'],
    ['nothing that can be used', '{"redirect_uris":["http://a.example/","mailto:a@a.example",7,null]}', 'invalid_redirect_uri'],
    ['a text in place of a list', '{"redirect_uris":"https://a.example/"}', 'invalid_redirect_uri'],
    ['one that is too long', JSON.stringify({ redirect_uris: [`https://a.example/${'x'.repeat(300)}`] }), 'invalid_redirect_uri'],
    ['a name that is no text', '{"redirect_uris":["https://a.example/"],"client_name":{"toString":1}}', 'invalid_client_metadata'],
    ['a list', '[]', 'invalid_client_metadata'],
    ['null', 'null', 'invalid_client_metadata'],
  ])('with %s answers 400 and stores no client', async (_, body, error) => {
    const before = await clients();
    const response = await send(body);
    expect([response.status, await response.json()]).toMatchObject([400, { error, error_description: expect.any(String) }]);
    expect(await clients()).toBe(before);
  });

  test.each([
    ['no JSON', '{"redirect_uris":', 'application/json', 400],
    ['a prototype', '{"__proto__":{"a":1},"redirect_uris":["https://a.example/"]}', 'application/json', 400],
    ['a form', 'redirect_uris=https://a.example/', 'application/x-www-form-urlencoded', 415],
    ['17 kB', `{"redirect_uris":["https://a.example/"],"x":"${'x'.repeat(17_000)}"}`, 'application/json', 413],
  ])('with %s is refused', async (_, body, type, status) => {
    expect((await send(body, type)).status).toBe(status);
  });

  test.each(Object.entries(programs))(
    'accepts the real registration of %s, and an authorization redirects to it',
    async (_, { body, goesBackTo }) => {
      const response = await send(JSON.stringify(body));
      const { client_id, redirect_uris: kept } = (await response.json()) as Registration; // the next line checks the body
      expect([response.status, kept]).toEqual([201, body.redirect_uris]);
      for (const redirect_uri of goesBackTo) {
        const asked = {
          client_id,
          redirect_uri,
          response_type: 'code',
          prompt: 'none',
          code_challenge: 'x'.repeat(43),
          code_challenge_method: 'S256',
        };
        const { status, headers } = await fetch(`${product.origin}/idp/auth?${new URLSearchParams(asked)}`, { redirect: 'manual' });
        const [to, answer] = (headers.get('location') ?? '').split('?');
        expect([status, to, answer]).toEqual([303, new URL(redirect_uri).href, expect.stringContaining('error=login_required')]);
      }
    },
  );

  test('drops unusable redirect URIs and answers with the accepted ones', async () => {
    const usable = ['https://a.example/cb', 'com.example.app:/cb'];
    const response = await send(JSON.stringify({ redirect_uris: ['http://a.example/cb', ...usable, 7, usable[0]], client_name: null }));
    expect([response.status, await response.json()]).toMatchObject([201, { client_name: 'a.example', redirect_uris: usable }]);
  });

  test('stores the first ten redirect URIs', async () => {
    const many = Array.from({ length: 12 }, (_, index) => `https://a.example/${index}`);
    expect(await (await send(JSON.stringify({ redirect_uris: many }))).json()).toMatchObject({ redirect_uris: many.slice(0, 10) });
  });

  test('stores loopback redirect URIs that differ only by port once, when more than ten URIs are sent', async () => {
    const ports = [3128, 4649, 6588, 8008, 9091, 49_153, 50_153, 51_153, 52_153, 53_153];
    const many = [...ports.map((port) => `http://localhost:${port}/oauth/callback`), 'kiro://kiro.oauth/callback', 'https://kiro.example/cb'];
    const kept = [many[0], 'kiro://kiro.oauth/callback', 'https://kiro.example/cb'];
    expect(await (await send(JSON.stringify({ redirect_uris: many }))).json()).toMatchObject({ redirect_uris: kept });
    const few = many.slice(1, 11);
    expect(await (await send(JSON.stringify({ redirect_uris: few }))).json()).toMatchObject({ redirect_uris: few });
  });

  test('stores ten redirect URIs of 298 characters and a name of 60', async () => {
    const longest = Array.from({ length: 10 }, (_, index) => `https://a.example/${String(index).repeat(280)}`);
    expect((await send(JSON.stringify({ redirect_uris: longest, client_name: '&'.repeat(60) }))).status).toBe(201);
  });
});

async function inTurn<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += atOnce) await Promise.all(items.slice(from, from + atOnce).map(work));
}

test('Client registrations without consent are limited to 2000 and stored for a day; one with consent stays longer', {
  timeout: 120_000,
}, async () => {
  const database = await testDatabase();
  try {
    await migrate(database.pool, 'oidc', oidcSteps);
    const clients = postgresRecords(database.pool, { alreadyUsed: () => new Error(), tooLarge: () => new Error() })('Client');
    const flood = Array.from({ length: 10_001 }, () => registrationOf({ redirect_uris }) as Registration);
    await inTurn(flood, 100, (one) => storeClientForADay(clients, one));
    const letIn = flood[0]?.client_id ?? '';
    await extendClient(database.pool, letIn);
    expect(await removeExpired(database.pool)).toBeGreaterThanOrEqual(8_000);
    const kept = await database.pool.query<{ id: string; days: number }>(
      `select id, extract(epoch from expires_at - now())::float8 / 86400 as days from oidc_records where kind = 'Client' order by expires_at desc`,
    );
    expect(kept.rows.length).toBeLessThanOrEqual(2_000);
    expect(kept.rows[0]).toMatchObject({ id: letIn });
    expect(kept.rows.slice(1).every(({ days }) => days <= 1)).toBe(true);
  } finally {
    await database.close();
  }
});
