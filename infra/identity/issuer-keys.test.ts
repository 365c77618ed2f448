import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { audience, signToken, type TestKey, testKey, testTime } from './bad-tokens.ts';
import { jwtVerifier } from './jwt-verifier.ts';

let rs256: TestKey;
let newer: TestKey;
let closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  [rs256, newer] = await Promise.all([testKey('RS256'), testKey('RS256', 'newer')]);
});
afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  closing = [];
});

type Answers = Record<string, unknown>;

/** An issuer on loopback that answers with the current `answers`. */
async function startIssuer(make: (origin: string) => Answers): Promise<{ origin: string; answers: Answers; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url ?? '');
    const answer = answers[request.url ?? ''];
    response.statusCode = answer === undefined ? 500 : 200;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // as: it listens on TCP
  const answers = make(origin);
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { origin, answers, asked };
}

const discovery = '/.well-known/openid-configuration';
const healthy = (origin: string): Answers => ({ [discovery]: { issuer: origin, jwks_uri: `${origin}/keys` }, '/keys': { keys: [rs256.jwk] } });
const verifierOf = (issuer: string) => jwtVerifier({ issuer, audience, rolesClaim: 'roles', now: () => testTime * 1000 });
const away = { code: 'engine/unavailable', engine: 'oidc' };

test('Issuer keys are fetched once for three concurrent tokens, through one request for the discovery document', async () => {
  const { origin, asked } = await startIssuer(healthy);
  const verifier = verifierOf(origin);
  expect(asked).toEqual([]);
  await Promise.all(['a', 'b', 'c'].map(async (sub) => verifier.verify(await signToken(rs256, { iss: origin, sub }))));
  expect(asked).toEqual([discovery, '/keys']);
});

test('Issuer that does not answer makes verification reject with engine/unavailable', async () => {
  const issuer = 'http://127.0.0.1:1';
  await expect(verifierOf(issuer).verify(await signToken(rs256, { iss: issuer }))).rejects.toMatchObject(away);
});

test('Token verification succeeds as soon as an unavailable issuer answers again', async () => {
  const { origin, answers } = await startIssuer(healthy);
  const verifier = verifierOf(origin);
  const token = await signToken(rs256, { iss: origin });
  const document = answers[discovery];
  delete answers[discovery];
  await expect(verifier.verify(token)).rejects.toMatchObject(away);
  answers[discovery] = document;
  const keys = answers['/keys'];
  delete answers['/keys'];
  await expect(verifier.verify(token)).rejects.toMatchObject(away);
  answers['/keys'] = keys;
  await expect(verifier.verify(token)).resolves.toMatchObject({ subjectId: `${origin}|ada` });
});

test.each([
  ['names another issuer', { issuer: 'https://evil.test' }],
  ['points to a file', { jwks_uri: 'file:///etc/passwd' }],
  ['has no keys', { jwks_uri: undefined }],
])('Verification rejects with auth/misconfigured when the discovery document %s', async (_, change) => {
  const { origin, answers, asked } = await startIssuer(healthy);
  answers[discovery] = { ...(answers[discovery] as object), ...change }; // as: written by healthy()
  const verifier = verifierOf(origin);
  const token = await signToken(rs256, { iss: origin });
  for (let time = 1; time <= 3; time++) await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'auth/misconfigured' });
  // After a faulty document, no request is sent for 10 s.
  expect(asked).toEqual([discovery]);
});

test.each([
  ['with a slash, where the provider has none', '/', ''],
  ['without a slash, where the provider has one', '', '/'],
])('Issuer setting %s accepts the tokens of the provider', async (_, set, said) => {
  const { origin } = await startIssuer((at) => ({ ...healthy(at), [discovery]: { issuer: `${at}${said}`, jwks_uri: `${at}/keys` } }));
  const token = await signToken(rs256, { iss: `${origin}${said}` });
  await expect(verifierOf(`${origin}${set}`).verify(token)).resolves.toMatchObject({ subjectId: `${origin}${said}|ada` });
});

test('Token of the access_token_issuer in the discovery document is accepted', async () => {
  const { origin } = await startIssuer((at) => ({
    ...healthy(at),
    [discovery]: { issuer: at, access_token_issuer: `${at}/services/trust`, jwks_uri: `${at}/keys` },
  }));
  const token = await signToken(rs256, { iss: `${origin}/services/trust` });
  await expect(verifierOf(origin).verify(token)).resolves.toMatchObject({ accountId: expect.any(String) });
});

test('Issuer keys are not fetched again for unknown key ids during the cooldown', async () => {
  const { origin, answers, asked } = await startIssuer(healthy);
  const verifier = verifierOf(origin);
  await verifier.verify(await signToken(rs256, { iss: origin }));
  answers['/keys'] = { keys: [rs256.jwk, newer.jwk] };
  for (const kid of ['x', 'y', 'z'])
    await expect(verifier.verify(await signToken(newer, { iss: origin }, { kid }))).rejects.toMatchObject({ code: 'auth/invalid-token' });
  expect(asked.filter((path) => path === '/keys')).toHaveLength(1);
});

test('Symmetric key of the issuer is ignored, so that verification rejects with auth/invalid-token', async () => {
  const { origin, answers } = await startIssuer(healthy);
  answers['/keys'] = { keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'RS256', alg: 'HS256' }] };
  await expect(verifierOf(origin).verify(await signToken(rs256, { iss: origin }))).rejects.toMatchObject({ code: 'auth/invalid-token' });
});

test("Issuer keys are never fetched from an address in a token's header", async () => {
  const { origin } = await startIssuer(healthy);
  const evil = await startIssuer(() => ({ '/keys': { keys: [newer.jwk] } }));
  const token = await signToken(newer, { iss: origin }, { kid: 'RS256', jku: `${evil.origin}/keys`, x5u: `${evil.origin}/keys` });
  await expect(verifierOf(origin).verify(token)).rejects.toMatchObject({ code: 'auth/invalid-token' });
  expect(evil.asked).toEqual([]);
});
