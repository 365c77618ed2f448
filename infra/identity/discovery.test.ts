import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { audience, base64url, signToken, testKey, testTime } from './bad-tokens.ts';
import { createDiscovery } from './discovery.ts';
import { jwtVerifier } from './jwt-verifier.ts';

let closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing) close();
  closing = [];
});

type Answer = (response: ServerResponse, path: string, origin: string) => void;
const json = (response: ServerResponse, body: unknown, headers: Readonly<Record<string, string>> = {}): void =>
  void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const documentOf = (origin: string, change: object = {}) => ({
  ...{ issuer: origin, jwks_uri: `${origin}/keys`, authorization_endpoint: `${origin}/auth`, token_endpoint: `${origin}/token` },
  ...change,
});

/** A provider on loopback that answers with the current `now.answer`. */
async function startProvider(answer: Answer) {
  const now = { answer, asked: 0 };
  const server = createServer((request, response) => {
    now.asked++;
    now.answer(response, request.url ?? '', origin);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // as: it listens on TCP
  closing.push(() => server.close().closeAllConnections());
  return { origin, now };
}

/** A log that records its lines. */
function readableLog() {
  const lines: { code?: string; times?: number; text: string }[] = [];
  return { lines, log: { warn: (fields: object, text: string) => void lines.push({ ...fields, text }) } as never }; // as: only this method is used
}

describe('discovery of a provider that', () => {
  test.each<[string, Answer, string]>([
    ['is not found', (response) => void response.writeHead(404).end(), 'identity/discovery-missing'],
    ['forbids', (response) => void response.writeHead(403).end(), 'identity/discovery-missing'],
    ['answers with a page', (response) => void response.writeHead(200).end('<html>'), 'identity/discovery-unreadable'],
    ['leads elsewhere', (response) => void response.writeHead(301, { location: 'https://elsewhere.test/' }).end(), 'identity/discovery-redirects'],
    ['has another name', (response, _, origin) => json(response, documentOf(origin, { issuer: 'https://other.test' })), 'identity/issuer-differs'],
  ])('%s rejects with auth/misconfigured, is logged once, and is retried after 10 s', async (_, answer, code) => {
    const { origin, now } = await startProvider(answer);
    const { lines, log } = readableLog();
    const clock = { ms: testTime * 1000 };
    const discovery = createDiscovery({ issuer: origin }, log, () => clock.ms);
    for (let time = 1; time <= 5; time++) await expect(discovery.load()).rejects.toMatchObject({ code: 'auth/misconfigured' });
    expect(now.asked).toBe(1);
    expect(lines.map((line) => line.code).filter((one) => one !== 'identity/clock')).toEqual([code]);
    expect(discovery.faults().map((fault) => fault.code)).toContain(code);
    now.answer = (response) => json(response, documentOf(origin), { age: '1' });
    clock.ms += 10_001;
    await expect(discovery.load()).resolves.toMatchObject({ issuer: origin });
    expect(discovery.faults()).toEqual([]);
  });

  test.each<[string, Answer]>([
    ['fails', (response) => void response.writeHead(500).end()],
    ['is asked too much', (response) => void response.writeHead(429).end()],
    ['hangs up', (response) => void response.destroy()],
    ['sends without end', (response) => void response.writeHead(200).end('x'.repeat(300_000))],
  ])('%s rejects with engine/unavailable, and succeeds at the next call', async (_, answer) => {
    const { origin, now } = await startProvider(answer);
    const discovery = createDiscovery({ issuer: origin });
    await expect(discovery.load()).rejects.toMatchObject({ code: 'engine/unavailable', engine: 'oidc' });
    expect(discovery.faults().map((fault) => fault.code)).toEqual(['identity/discovery-away']);
    now.answer = (response) => json(response, documentOf(origin));
    await expect(discovery.load()).resolves.toMatchObject({ issuer: origin });
  });
});

test('Page policy has the origin of the issuer while the provider is unavailable at the start, and the origins of its endpoints afterwards', async () => {
  const { origin, now } = await startProvider((response) => void response.writeHead(503).end());
  const discovery = createDiscovery({ issuer: origin });
  closing.push(discovery.watch());
  await vi.waitFor(() => expect(now.asked).toBe(1));
  const first = discovery.origins();
  expect(first).toEqual({ connect: [origin], frame: [origin] });
  now.answer = (response) => json(response, documentOf(origin, { token_endpoint: 'https://tokens.test/token' }));
  await vi.waitFor(() => expect(discovery.origins()).toEqual({ connect: [origin, 'https://tokens.test'], frame: [origin] }), { timeout: 5_000 });
  expect(discovery.origins()).toBe(discovery.origins());
});

test('Discovery returns the loaded facts while the provider is unavailable or answers an invalid document', async () => {
  const { origin, now } = await startProvider((response, _, at) => json(response, documentOf(at)));
  const discovery = createDiscovery({ issuer: origin });
  const facts = await discovery.load();
  for (const answer of [(response: ServerResponse) => void response.writeHead(500).end(), (response: ServerResponse) => json(response, {})]) {
    now.answer = answer;
    await expect(discovery.check()).rejects.toThrow();
    expect(await discovery.load()).toBe(facts);
  }
});

test.each([
  ['behind', -120_000, {}, ['identity/clock']],
  ['ahead', 120_000, {}, ['identity/clock']],
  ['nearly right', 20_000, {}, []],
  ['of long ago, as a cache kept it', -3_600_000, { age: '3600' }, []],
])('Discovery reports only a clock difference above 31 s, for a provider whose clock is %s', async (_, ahead, headers, codes) => {
  const { origin } = await startProvider((response, __, at) =>
    json(response, documentOf(at), { date: new Date(testTime * 1000 + ahead).toUTCString(), ...headers }),
  );
  const discovery = createDiscovery({ issuer: origin }, undefined, () => testTime * 1000);
  await discovery.load();
  expect(discovery.faults().map(({ code }) => code)).toEqual(codes);
});

describe('JWT verifier', () => {
  const groups = (count: number): string[] => Array.from({ length: count }, () => crypto.randomUUID());
  async function stage() {
    const [rs256, foreign, es384] = await Promise.all([testKey('RS256'), testKey('RS256', 'foreign'), testKey('ES384')]);
    const { origin } = await startProvider((response, path, at) =>
      json(response, path === '/keys' ? { keys: [rs256.jwk, es384.jwk] } : documentOf(at), { age: '1' }),
    );
    const { lines, log } = readableLog();
    const clock = { ms: testTime * 1000 };
    const discovery = createDiscovery({ issuer: origin }, log, () => clock.ms);
    const door = { issuer: origin, audience, rolesClaim: 'roles', discovery, clientId: 'waystory-web', elsewhere: ['https://here.test/mcp'] };
    const verifier = jwtVerifier({ ...door, now: () => clock.ms });
    const codeOf = (token: string): Promise<string> =>
      verifier.verify(token).then(
        () => 'accepted',
        (error: { code: string }) => error.code,
      );
    return { rs256, foreign, es384, origin, lines, clock, discovery, codeOf };
  }
  type Stage = Awaited<ReturnType<typeof stage>>;
  const jwe = [base64url({ alg: 'dir', enc: 'A256GCM' }), '', 'k5pQ', 'x9rLtextZ', 't7Yb'].join('.');

  test.each<[string, string, boolean, (stage: Stage) => string | Promise<string>]>([
    ['opaque', 'identity/token-opaque', false, () => 'ya29.a0AfH6SMBx-opaque_token'],
    ['opaque, in letters alone', 'identity/token-opaque', false, () => '8xLOxBtZp8authelia'],
    ['encrypted', 'identity/token-encrypted', false, () => jwe],
    ['of 500 groups', 'identity/token-too-long', false, ({ rs256, origin }) => signToken(rs256, { iss: origin, groups: groups(500) })],
    ['signed with ES384', 'identity/algorithm', false, ({ es384, origin }) => signToken(es384, { iss: origin })],
    ['of another issuer, by the same keys', 'identity/token-issuer', true, ({ rs256 }) => signToken(rs256, { iss: 'https://id.other.test' })],
    ['of Entra ID, version 1', 'identity/token-issuer', true, ({ rs256 }) => signToken(rs256, { iss: 'https://sts.windows.net/1/' })],
    ['for another API', 'identity/token-audience', true, ({ rs256, origin }) => signToken(rs256, { iss: origin, aud: 'account' })],
    ['for nobody, as of Cognito', 'identity/token-audience', true, ({ rs256, origin }) => signToken(rs256, { iss: origin, aud: undefined })],
    ['for the web app alone', 'identity/token-audience', true, ({ rs256, origin }) => signToken(rs256, { iss: origin, aud: 'waystory-web' })],
    ['of the future', 'identity/clock', true, ({ rs256, origin }) => signToken(rs256, { iss: origin, nbf: testTime + 300 })],
    [
      'of a strange type',
      'identity/token-type',
      true,
      ({ rs256, origin }) => signToken(rs256, { iss: origin, exp: testTime + 86_400 }, { typ: 'passport+jwt' }),
    ],
  ])('refuses a token %s with auth/unusable-token, and logs its fault once an hour without its content', async (_, code, isListed, make) => {
    const staged = await stage();
    const token = await make(staged);
    for (let time = 1; time <= 50; time++) expect(await staged.codeOf(token)).toBe('auth/unusable-token');
    expect(staged.lines.map((line) => [line.code, line.times])).toEqual([[code, 1]]);
    expect(staged.discovery.faults().map((fault) => fault.code)).toEqual(isListed ? [code] : []);
    const logged = JSON.stringify(staged.lines);
    for (const part of token.split('.').filter(({ length }) => length > 3)) expect(logged).not.toContain(part);
    for (const word of ['ada', 'moderator', 'id.other.test']) expect(logged).not.toContain(word);
    staged.clock.ms += 3_600_001;
    if (code === 'identity/clock') return;
    await staged.codeOf(token);
    expect(staged.lines.map((line) => line.times)).toEqual([1, 50]);
  });

  test.each<[string, string, (stage: Stage) => string | Promise<string>]>([
    ['by nobody we know', 'auth/invalid-token', ({ foreign, origin }) => signToken(foreign, { iss: origin })],
    ['by nobody we know, with our key id', 'auth/invalid-token', ({ foreign, origin }) => signToken(foreign, { iss: origin }, { kid: 'RS256' })],
    ['by nobody we know, for another API', 'auth/invalid-token', ({ foreign }) => signToken(foreign, { iss: 'https://evil.test', aud: 'x' })],
    [
      'for another door of this product',
      'auth/invalid-token',
      ({ rs256, origin }) => signToken(rs256, { iss: origin, aud: 'https://here.test/mcp' }),
    ],
    ['for signing out', 'auth/invalid-token', ({ rs256, origin }) => signToken(rs256, { iss: origin }, { typ: 'logout+jwt' })],
    ['of yesterday', 'auth/expired-token', ({ rs256, origin }) => signToken(rs256, { iss: origin, exp: testTime - 86_400 })],
    ['that is short', 'auth/invalid-token', () => 'a.b'],
    ['with a space', 'auth/invalid-token', () => 'opaque token'],
  ])('refuses a token %s without a fault or log line', async (_, code, make) => {
    const staged = await stage();
    expect(await staged.codeOf(await make(staged))).toBe(code);
    expect([staged.lines, staged.discovery.faults()]).toEqual([[], []]);
  });
});
