import { beforeAll, describe, expect, test } from 'vitest';
import { createCacheRegistry } from '../cache-registry.ts';
import { audience, badTokens, goodClaims, issuer, signToken, type TestKey, testKey, testTime } from './bad-tokens.ts';
import { jwtVerifier } from './jwt-verifier.ts';
import { InvalidToken, type TokenVerifier } from './port.ts';

const pinned = ['RS256', 'ES256', 'PS256', 'EdDSA'];
const keys = new Map<string, TestKey>();
const key = (name: string): TestKey => keys.get(name) as TestKey; // made in beforeAll

beforeAll(async () => {
  for (const alg of [...pinned, 'RS384']) keys.set(alg, await testKey(alg));
  keys.set('foreign', await testKey('RS256', 'foreign'));
  keys.set('twin', await testKey('RS256', 'twin'));
});

/** A verifier with a controllable clock and a counter of key fetches. */
function verifierAt(time = testTime, of = [...pinned, 'RS384']): { verifier: TokenVerifier; clock: { seconds: number }; keySets: () => number } {
  const clock = { seconds: time };
  let fetched = 0;
  const fetchKeys = async () => {
    fetched++;
    return { keys: of.map((name) => key(name).jwk) };
  };
  const verifier = jwtVerifier({ issuer, audience, rolesClaim: 'roles', fetchKeys, now: () => clock.seconds * 1000 });
  return { verifier, clock, keySets: () => fetched };
}

const refusal = (verifier: TokenVerifier, token: string): Promise<unknown> =>
  verifier.verify(token).then(
    () => 'accepted',
    (error: unknown) => (error instanceof InvalidToken ? error.code : error),
  );

describe('JWT verifier accepts', () => {
  test.each(pinned)('%s', async (alg) => {
    const identity = await verifierAt().verifier.verify(
      await signToken(key(alg), { given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.test' }),
    );
    expect(identity).toMatchObject({
      subjectId: `${issuer}|ada`,
      name: 'Ada Lovelace',
      email: 'ada@example.test',
      roles: ['moderator'],
      expiresAt: goodClaims.exp,
    });
    expect(identity.accountId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test.each(['JWT', 'at+jwt', 'application/at+jwt', undefined])('the type %s', async (typ) => {
    expect(await refusal(verifierAt().verifier, await signToken(key('RS256'), {}, { typ }))).toBe('accepted');
  });

  test('a token for several audiences, one of them the API', async () => {
    expect(await refusal(verifierAt().verifier, await signToken(key('RS256'), { aud: ['other', audience] }))).toBe('accepted');
  });

  test('a token without a key id that the second of two matching keys signed', async () => {
    const { verifier } = verifierAt(testTime, ['RS256', 'twin']);
    expect(await refusal(verifier, await signToken(key('twin'), {}, { kid: undefined }))).toBe('accepted');
    expect(await refusal(verifier, await signToken(key('foreign'), {}, { kid: undefined }))).toBe('auth/invalid-token');
  });

  test('a token with 200 groups', async () => {
    const groups = Array.from({ length: 200 }, () => crypto.randomUUID());
    const token = await signToken(key('RS256'), { groups });
    expect(token.length).toBeGreaterThan(10_000);
    expect(await refusal(verifierAt().verifier, token)).toBe('accepted');
  });

  test('a token whose validity begins in 20 s, because clocks differ', async () => {
    expect(await refusal(verifierAt().verifier, await signToken(key('RS256'), { nbf: testTime + 20 }))).toBe('accepted');
  });
});

test('JWT verifier refuses at least 70 malformed or forged tokens with auth/invalid-token', async () => {
  const { verifier } = verifierAt();
  const bad = await badTokens({ rs256: key('RS256'), es256: key('ES256'), rs384: key('RS384'), foreign: key('foreign') });
  expect(await refusal(verifier, await signToken(key('RS256')))).toBe('accepted');
  const outcomes = await Promise.all(bad.map(async ([name, token]) => [name, await refusal(verifier, token)]));
  expect(bad.length).toBeGreaterThanOrEqual(70);
  expect(outcomes.filter(([, outcome]) => outcome !== 'auth/invalid-token')).toEqual([]);
});

test('JWT verifier refuses an expired token with auth/expired-token', async () => {
  expect(await refusal(verifierAt(goodClaims.exp + 31).verifier, await signToken(key('RS256')))).toBe('auth/expired-token');
});

test('JWT verifier refuses an expired token with a wrong signature with auth/invalid-token', async () => {
  expect(await refusal(verifierAt(goodClaims.exp + 31).verifier, await signToken(key('foreign'), {}, { kid: 'RS256' }))).toBe('auth/invalid-token');
});

describe('verified token', () => {
  test('is cached until its expiry', async () => {
    const { verifier, clock } = verifierAt();
    const token = await signToken(key('RS256'));
    const first = await verifier.verify(token);
    clock.seconds = goodClaims.exp - 1;
    // The same object, so nothing was verified again.
    expect(await verifier.verify(token)).toBe(first);
    clock.seconds = goodClaims.exp;
    expect(await verifier.verify(token)).not.toBe(first);
    clock.seconds = goodClaims.exp + 31;
    expect(await refusal(verifier, token)).toBe('auth/expired-token');
  });

  test('in the cache does not make the same payload with another signature valid', async () => {
    const { verifier } = verifierAt();
    const token = await signToken(key('RS256'));
    await verifier.verify(token);
    const [header, payload] = token.split('.');
    const other = (await signToken(key('RS256'), { sub: 'bob' })).split('.')[2];
    expect(await refusal(verifier, `${header}.${payload}.${other}`)).toBe('auth/invalid-token');
  });

  test('has an immutable identity', async () => {
    const identity = await verifierAt().verifier.verify(await signToken(key('RS256')));
    expect(() => Object.assign(identity, { roles: ['admin'] })).toThrow();
    expect(Object.isFrozen(identity.roles)).toBe(true);
  });
});

test('Token cache of 20 kB stays below its limit for 40 valid tokens, and evicts the oldest', async () => {
  const memory = createCacheRegistry(20_000);
  const verifier = jwtVerifier({
    issuer,
    audience,
    rolesClaim: 'roles',
    fetchKeys: async () => ({ keys: [key('ES256').jwk] }),
    now: () => testTime * 1000,
    memory,
  });
  const tokens = await Promise.all(Array.from({ length: 40 }, (_, number) => signToken(key('ES256'), { padding: String(number).repeat(1_000) })));
  for (const token of tokens) await verifier.verify(token);
  expect(memory.used().tokens).toBeLessThanOrEqual(20_000);
  expect(memory.used().tokens).toBeGreaterThan(1_000);
  expect([verifier.recall(tokens[0] ?? ''), verifier.recall(tokens[39] ?? '')?.subjectId]).toEqual([undefined, `${issuer}|ada`]);
});

test('Token cache holds 1,000 tokens of 14 kB in less than 2 MB', async () => {
  const memory = createCacheRegistry(16 * 1024 * 1024);
  const fetchKeys = async () => ({ keys: [key('ES256').jwk] });
  const verifier = jwtVerifier({ issuer, audience, rolesClaim: 'roles', fetchKeys, now: () => testTime * 1000, memory });
  const filler = 'x'.repeat(10_000);
  const tokens = await Promise.all(Array.from({ length: 1_000 }, (_, number) => signToken(key('ES256'), { sub: `person ${number}`, filler })));
  for (const token of tokens) await verifier.verify(token);
  expect(tokens.filter((token) => !verifier.recall(token))).toEqual([]);
  expect(memory.used().tokens).toBeLessThan(1_000 * 2_000);
});

test('JWT verifier fetches keys once for any number of tokens', async () => {
  const { verifier, keySets } = verifierAt();
  await Promise.all(['a', 'b', 'c'].map(async (sub) => verifier.verify(await signToken(key('EdDSA'), { sub }))));
  expect(keySets()).toBe(1);
});

test('JWT verifier fetches no keys for a malformed token or an unaccepted algorithm', async () => {
  const { verifier, keySets } = verifierAt();
  await refusal(verifier, 'a.b');
  await refusal(verifier, await signToken(key('RS384')));
  expect(keySets()).toBe(0);
});
