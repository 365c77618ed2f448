import { migrate } from '@waystory/infra/postgres/migrate.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepClient, postgresRecords, removeExpired } from './records.ts';
import { isReturnAddress, placeOf, type Registration, registrationOf } from './registration.ts';
import { keepForADay } from './registration-route.ts';
import { oidcSteps } from './schema.ts';
import { startProduct, type TestProduct } from './test-browser.ts';

describe('a return address', () => {
  test.each([
    'https://claude.ai/api/callback',
    'https://a.example:8443/b?c=d',
    'http://localhost:7777/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:9/cb',
  ])('%s is one', (address) => expect(isReturnAddress(address)).toBe(true));

  test.each([
    'javascript:alert(1)//https://a.example',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://a.example/x',
    'cursor://anysphere/callback',
    'com.example.app:/cb',
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
    '//a.example/cb',
    '/cb',
    '',
  ])('%s is none', (address) => expect(isReturnAddress(address)).toBe(false));

  test('is said in words that cannot be taken for another', () => {
    expect(placeOf('http://127.0.0.1:5/cb')).toBe('a program on this computer');
    expect(placeOf('https://a.example:8443/claude.ai')).toBe('a.example:8443');
    expect(placeOf('https://clаude.ai/cb')).toMatch(/^xn--/);
  });
});

const redirect_uris = ['https://a.example/cb'];
const nameOf = (client_name: unknown): unknown => (registrationOf({ redirect_uris, client_name }) as Registration).client_name;

describe('a name', () => {
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
  ])('%j is shown as %j', (given, shown) => expect(nameOf(given)).toBe(shown));
});

test('gives everyone the same, whatever they ask for', () => {
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

describe('over HTTP', () => {
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
    ['one bad among good ones', '{"redirect_uris":["https://a.example/","javascript:alert(1)"]}', 'invalid_redirect_uri'],
    ['eleven', JSON.stringify({ redirect_uris: Array(11).fill('https://a.example/') }), 'invalid_redirect_uri'],
    ['a long one', JSON.stringify({ redirect_uris: [`https://a.example/${'x'.repeat(300)}`] }), 'invalid_redirect_uri'],
    ['a name that is no text', '{"redirect_uris":["https://a.example/"],"client_name":{"toString":1}}', 'invalid_client_metadata'],
    ['a list', '[]', 'invalid_client_metadata'],
    ['null', 'null', 'invalid_client_metadata'],
  ])('%s is refused, and kept nowhere', async (_, body, error) => {
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
  ])('%s is refused', async (_, body, type, status) => {
    expect((await send(body, type)).status).toBe(status);
  });

  test('the most that one may say is kept', async () => {
    const longest = Array.from({ length: 10 }, (_, index) => `https://a.example/${String(index).repeat(280)}`);
    expect((await send(JSON.stringify({ redirect_uris: longest, client_name: '&'.repeat(60) }))).status).toBe(201);
  });
});

async function inTurn<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += atOnce) await Promise.all(items.slice(from, from + atOnce).map(work));
}

test('of ten thousand some are kept for a day, and those that somebody let in for longer', { timeout: 120_000 }, async () => {
  const database = await testDatabase();
  try {
    await migrate(database.pool, 'oidc', oidcSteps);
    const clients = postgresRecords(database.pool, { alreadyUsed: () => new Error(), tooLarge: () => new Error() })('Client');
    const flood = Array.from({ length: 10_001 }, () => registrationOf({ redirect_uris }) as Registration);
    await inTurn(flood, 100, (one) => keepForADay(clients, one));
    const letIn = flood[0]?.client_id ?? '';
    await keepClient(database.pool, letIn);
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
