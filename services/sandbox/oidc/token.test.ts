import { jwtVerifier } from '@waystory/infra/identity/jwt-verifier.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issuerOf } from './issuer.ts';
import { readyUsers } from './ready-users.ts';
import { publicKeys } from './secrets.ts';
import { audience, startProduct, TestApp, TestBrowser } from './test-browser.ts';
import { issueToken } from './token.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.close());

const origin = 'http://localhost:4000';
const verifier = () => jwtVerifier({ issuer: issuerOf(origin), audience, rolesClaim: 'roles', fetchKeys: () => publicKeys(database.pool) });

test.each([
  ['traveller', []],
  ['moderator', ['moderator']],
  ['admin', ['moderator', 'admin']],
] as const)('Issued token for the %s is accepted, also on an empty database', async (who, roles) => {
  const token = await issueToken({ pool: database.pool, origin, audience, user: readyUsers[who], ttlSeconds: 60 });
  expect(await verifier().verify(token)).toMatchObject({ email: `${who}@waystory.example`, roles });
});

test('Issued token has the requested lifetime', async () => {
  const token = await issueToken({ pool: database.pool, origin, audience, user: readyUsers.admin, ttlSeconds: -60 });
  await expect(verifier().verify(token)).rejects.toMatchObject({ code: 'auth/expired-token' });
});

test('Issued token has the same header and claims as a token of the provider', async () => {
  const product = await startProduct(database.pool);
  try {
    const { access_token } = await new TestApp(new TestBrowser(product.origin)).signIn('moderator@waystory.example');
    const token = await issueToken({ pool: database.pool, origin: product.origin, audience, user: readyUsers.moderator, ttlSeconds: 900 });
    const claims = (jwt: string) => ({ ...decodeJwt(jwt), jti: '', iat: 0, exp: 0, client_id: '' });
    expect(claims(token)).toEqual(claims(access_token));
    expect(decodeProtectedHeader(token)).toEqual(decodeProtectedHeader(access_token));
  } finally {
    await product.close();
  }
});
