import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';

export const issuer = 'https://login.test/idp';
export const audience = 'urn:waystory:api';
/** Time of every clock in these tests, seconds since 1970. */
export const testTime = 1_800_000_000;
export const goodClaims = { iss: issuer, aud: audience, sub: 'ada', iat: testTime - 60, exp: testTime + 600, roles: ['moderator'] };

export const base64url = (value: unknown): string => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

export interface TestKey {
  privateKey: CryptoKey;
  jwk: JWK;
  pem: string;
  alg: string;
}

/** A key pair for one algorithm; the key id is the algorithm's name by default. */
export async function testKey(alg: string, kid = alg): Promise<TestKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }, pem: await exportSPKI(publicKey), alg };
}

/** A token signed with the key; undefined claims are left out. */
export const sign = ({ privateKey, alg, jwk }: TestKey, claims: object = {}, header: Partial<JWTHeaderParameters> = {}): Promise<string> =>
  new SignJWT(JSON.parse(JSON.stringify({ ...goodClaims, ...claims })))
    .setProtectedHeader({ alg, kid: jwk.kid, typ: 'at+jwt', ...header } as JWTHeaderParameters) // as: tests send headers that no type allows
    .sign(privateKey);
