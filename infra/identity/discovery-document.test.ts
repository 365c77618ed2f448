import { describe, expect, test } from 'vitest';
import { settings } from '../config.ts';
import { readDiscovery } from './discovery-document.ts';
import { providerFixtures } from './providers.fixture.ts';

const scope = settings.shape.OIDC_SCOPE.parse(undefined);
const audienceParameter = settings.shape.OIDC_AUDIENCE_PARAMETER.parse(undefined);
const codesOf = (faults: readonly { code: string }[]): string[] => faults.map(({ code }) => code);
const keycloak = providerFixtures.Keycloak;
const { issuer, document } = keycloak ?? { issuer: '', document: {} };
const reading = (change: object) => readDiscovery({ issuer, scope, audienceParameter }, { ...document, ...change });

describe.each(Object.entries(providerFixtures))('discovery document of %s', (_, fixture) => {
  test('has the origins of its endpoints for the page policy', () => {
    const { facts } = readDiscovery({ issuer: fixture.issuer }, fixture.document);
    if (fixture.faults.includes('identity/issuer-of-no-tenant')) return expect(facts).toBeNull();
    const { origin } = new URL(fixture.issuer);
    expect(facts?.origins).toEqual({ connect: [origin, ...(fixture.connect ?? [])], frame: [origin, ...(fixture.frame ?? [])] });
    expect(facts?.issuer).toBe(fixture.document.issuer);
  });

  test('reveals the wrong settings among the defaults, each with its remedy', () => {
    const { faults } = readDiscovery({ issuer: fixture.issuer, scope, audienceParameter }, fixture.document);
    expect(codesOf(faults)).toEqual(fixture.faults);
    for (const { setting, remedy } of faults)
      expect([setting, remedy]).toEqual([expect.stringMatching(/^OIDC_/), expect.stringMatching(/[Ss]et OIDC_/)]);
  });

  test('reveals no fault in correct settings', () => {
    if (fixture.faults.includes('identity/issuer-of-no-tenant')) return;
    const fitting = { issuer: String(fixture.document.issuer), scope, audienceParameter, ...fixture.asks };
    expect(readDiscovery(fitting, fixture.document).faults).toEqual([]);
  });
});

test.each([
  ['An issuer of another host', { issuer: 'https://evil.test/realms/waystory' }, ['identity/issuer-differs']],
  ['An issuer of another realm', { issuer: 'https://id.example.org/realms/master' }, ['identity/issuer-differs']],
  ['An issuer in other letters', { issuer: 'https://ID.example.org/realms/waystory' }, ['identity/issuer-differs']],
  ['Keys in a file', { jwks_uri: 'file:///etc/passwd' }, ['identity/jwks-uri']],
  ['Keys over plain HTTP', { jwks_uri: 'http://id.example.org/keys' }, ['identity/jwks-uri']],
])('Discovery document has no facts and a blocking fault: %s', (_, change, codes) => {
  const { facts, faults } = reading(change);
  expect(facts).toBeNull();
  expect(codesOf(faults)).toEqual(codes);
  expect(faults.every(({ blocks }) => blocks)).toBe(true);
});

test.each([
  ['plain HTTP', 'http://other.example.org/token'],
  ['a script', 'javascript:alert(1)'],
  ['any host', 'https:'],
  ['words of a policy', 'https://x.example.org; script-src *'],
  ['a password', 'https://user:word@other.example.org/token'],
  ['another scheme', 'wss://other.example.org/token'],
  ['no address', 'token'],
])('Discovery document with the token endpoint %s adds nothing to the page policy', (_, address) => {
  const { facts, faults } = reading({ token_endpoint: address });
  expect(facts?.origins.connect).toEqual(['https://id.example.org']);
  expect(codesOf(faults)).toEqual(['identity/token-endpoint']);
});

test('Discovery document may have plain http endpoints on loopback and on the origin of the issuer setting', () => {
  const there = 'http://id.cluster.internal:8080';
  const inside = {
    issuer: `${there}/realms/a`,
    jwks_uri: `${there}/keys`,
    authorization_endpoint: 'http://127.0.0.1:9002/auth',
    token_endpoint: `${there}/token`,
  };
  const { facts, faults } = readDiscovery({ issuer: inside.issuer }, inside);
  expect(faults).toEqual([]);
  expect(facts?.origins).toEqual({ connect: [there], frame: [there, 'http://127.0.0.1:9002'] });
});

test.each([
  [{ code_challenge_methods_supported: ['plain'] }, 'identity/no-pkce'],
  [{ response_types_supported: ['id_token'] }, 'identity/no-code-flow'],
  [{ id_token_signing_alg_values_supported: ['HS256', 'RS512'] }, 'identity/algorithm'],
  [{ token_endpoint: undefined }, 'identity/token-endpoint'],
])('Discovery document with %o is reported as a fault', (change, code) => {
  expect(codesOf(reading(change).faults)).toEqual([code]);
});

test.each([[null], ['text'], [[]], [{}], [{ issuer: 7 }], [{ issuer: 'https://a.test' }]])('Discovery document %o is refused', (body) => {
  const { facts, faults } = readDiscovery({ issuer: 'https://a.test' }, body);
  expect([facts, codesOf(faults)]).toEqual([null, ['identity/discovery-unreadable']]);
});
