import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { chooseIdentityProvider } from './identity.ts';
import { contextsWithAssistant, type TestProduct, testProduct } from './testing/product.ts';
import { webService } from './web/service.ts';

const csp = 'content-security-policy';
const directive = (policy: unknown, name: string): string[] =>
  String(policy)
    .split('; ')
    .find((one) => one.startsWith(`${name} `))
    ?.split(' ')
    .slice(1) ?? [];

let closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  closing = [];
});

/** A provider that is unavailable until `answer` is set. */
async function startProvider() {
  const told: { answer: ((origin: string) => object) | null } = { answer: null };
  const server: Server = createServer((_, response) => {
    if (!told.answer) return void response.writeHead(503).end();
    response.setHeader('content-type', 'application/json').end(JSON.stringify(told.answer(origin)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // as: the server listens on TCP
  closing.push(() => server.close().closeAllConnections());
  return { origin, told };
}

async function startProduct(settings: Record<string, string>): Promise<TestProduct> {
  const product = await testProduct([...contextsWithAssistant, webService], undefined, settings, chooseIdentityProvider);
  closing.push(() => product.stop());
  return product;
}

test('Pages answer while the identity provider is unavailable, and their Content-Security-Policy includes its hosts afterwards', async () => {
  const { origin, told } = await startProvider();
  const product = await startProduct({ OIDC_ISSUER: `${origin}/` });
  const policyOf = async (url: string) => (await product.send({ url })).headers[csp];
  for (const url of ['/help', '/admin/', '/shell.html']) expect(directive(await policyOf(url), 'connect-src')).toEqual(["'self'", origin]);
  const away = (await product.send({ url: '/readyz' })).json();
  expect(away).toMatchObject({ status: 'ok', settings: [{ code: 'identity/discovery-away', setting: 'OIDC_ISSUER' }] });

  told.answer = (issuer) => ({
    ...{ issuer, jwks_uri: `${issuer}/keys`, token_endpoint: 'https://tokens.example.org/token' },
    authorization_endpoint: 'https://login.example.org/authorize',
  });
  await vi.waitFor(async () => expect(directive(await policyOf('/help'), 'connect-src')).toContain('https://tokens.example.org'), {
    timeout: 8_000,
  });
  for (const url of ['/help', '/admin/', '/shell.html']) {
    expect(directive(await policyOf(url), 'connect-src')).toEqual(["'self'", origin, 'https://tokens.example.org']);
    expect(directive(await policyOf(url), 'frame-src')).toEqual(["'self'", origin, 'https://login.example.org']);
  }
  // The metadata have the provider's own spelling of the issuer, without a final slash.
  const metadata = (await product.send({ url: '/.well-known/oauth-protected-resource/mcp' })).json();
  expect(metadata.authorization_servers).toEqual([origin]);
  expect((await product.send({ url: '/readyz' })).json().settings).toMatchObject([
    { code: 'identity/issuer-slash', remedy: expect.stringContaining(`OIDC_ISSUER=${origin};`) },
  ]);
});

test('Request with a token answers 500 auth/misconfigured without Retry-After when OIDC_ISSUER has a wrong issuer, and GET engines has the cause', async () => {
  const { origin, told } = await startProvider();
  told.answer = () => ({ issuer: 'https://other.example.org', jwks_uri: 'https://other.example.org/keys' });
  const product = await startProduct({ OIDC_ISSUER: origin });
  const answer = await product.send({ url: '/api/itineraries', headers: { authorization: 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln' } });
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([500, 'auth/misconfigured', undefined]);
  expect((await product.send({ url: '/api/itineraries' })).statusCode).toBe(200);
  const { items } = (await product.send({ url: '/api/engines', as: product.person('admin', 'admin') })).json();
  expect(items.find(({ port }: { port: string }) => port === 'identity')).toMatchObject({ state: 'away', cause: 'identity/issuer-differs' });
});
