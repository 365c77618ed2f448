import { createHmac, createPrivateKey, createSign, type KeyObject } from 'node:crypto';
import { type CryptoKey, exportJWK, exportPKCS8, exportSPKI, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';

/** Keys that sign the refused tokens. The issuer publishes all of them except `foreign`. */
export interface TokenTestKeys {
  rs256: TestKey;
  es256: TestKey;
  foreign: TestKey;
  rs384: TestKey;
}

/** Signs any header and payload with RS256, even where a library would refuse. */
function signRaw(key: KeyObject, header: unknown, payload: unknown): string {
  const input = `${base64url(header)}.${base64url(payload)}`;
  return `${input}.${createSign('sha256').update(input).sign(key).toString('base64url')}`;
}

const hmac = (secret: string | Buffer, alg: string, header: object = {}): string => {
  const input = `${base64url({ alg, typ: 'at+jwt', ...header })}.${base64url(goodClaims)}`;
  return `${input}.${createHmac(`sha${alg.slice(2)}`, secret)
    .update(input)
    .digest('base64url')}`;
};

async function wrongSignatures({ rs256, es256, foreign, rs384 }: TokenTestKeys): Promise<Record<string, string>> {
  const good = await signToken(rs256);
  const [header = '', payload = '', signature = ''] = good.split('.');
  const unsigned = (alg: string): string => `${base64url({ alg, typ: 'at+jwt' })}.${base64url(goodClaims)}`;
  const relabelled = (alg: string): string => `${base64url({ alg, kid: alg })}.${payload}.${signature}`;
  return {
    'alg none without a signature': `${unsigned('none')}.`,
    'alg none with a signature': `${unsigned('none')}.${signature}`,
    'alg None': `${unsigned('None')}.${signature}`,
    'alg NONE': `${unsigned('NONE')}.${signature}`,
    'alg empty': `${unsigned('')}.${signature}`,
    'HS256 with the public key as secret': hmac(rs256.pem, 'HS256', { kid: 'RS256' }),
    'HS256 with the trimmed public key as secret': hmac(rs256.pem.trim(), 'HS256', { kid: 'RS256' }),
    'HS256 with the modulus as secret': hmac(Buffer.from(String(rs256.jwk.n), 'base64url'), 'HS256'),
    'HS384 with the public key as secret': hmac(rs256.pem, 'HS384'),
    'HS512 with the public key as secret': hmac(rs256.pem, 'HS512'),
    'HS256 with an empty secret': hmac('', 'HS256'),
    'an algorithm that is not pinned': await signToken(rs384),
    'ES256 over an RSA signature': relabelled('ES256'),
    'PS256 over an RS256 signature': relabelled('PS256'),
    'a key of someone else under a known key id': await signToken(foreign, {}, { kid: 'RS256' }),
    'a signature of another token': `${header}.${payload}.${(await signToken(rs256, { sub: 'bob' })).split('.')[2]}`,
    'a payload of another token': `${header}.${base64url({ ...goodClaims, roles: ['admin'] })}.${signature}`,
    'a zero ECDSA signature': `${base64url({ alg: 'ES256', kid: 'ES256' })}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
    'an ECDSA signature in DER form': `${(await signToken(es256)).split('.').slice(0, 2).join('.')}.${Buffer.from('3006020101020101', 'hex').toString('base64url')}`,
  };
}

async function keyTricks({ foreign, rs256 }: TokenTestKeys): Promise<Record<string, string>> {
  const by = (header: object): Promise<string> => signToken(foreign, {}, header as JWTHeaderParameters); // as: headers that no type allows
  return {
    'an unknown key id': await by({ kid: 'other' }),
    'a key id that is a path': await by({ kid: '../../../../dev/null' }),
    'a key id that is SQL': await by({ kid: "' union select 'secret' --" }),
    'a key id that is an address': await by({ kid: 'https://evil.test/key' }),
    'a key id that is __proto__': await by({ kid: '__proto__' }),
    'a key id that is a number': await by({ kid: 0 }),
    'a key id that is an object': await by({ kid: { toString: 'RS256' } }),
    'no key id': await by({ kid: undefined }),
    'its own key in jwk': await by({ kid: 'RS256', jwk: foreign.jwk }),
    'an address of keys in jku': await by({ kid: 'RS256', jku: 'http://127.0.0.1:9/keys' }),
    'an address of a certificate in x5u': await by({ kid: 'RS256', x5u: 'http://127.0.0.1:9/cert' }),
    'a certificate in x5c': await by({ kid: 'RS256', x5c: [foreign.pem.replaceAll(/-----.*-----|\s/g, '')] }),
    'a critical header that nobody knows': signRaw(await nodeKey(rs256), { alg: 'RS256', kid: 'RS256', crit: ['exp'], exp: 1 }, goodClaims),
    'an unencoded payload': signRaw(await nodeKey(rs256), { alg: 'RS256', kid: 'RS256', crit: ['b64'], b64: false }, goodClaims),
  };
}

const nodeKey = async (key: TestKey): Promise<KeyObject> => createPrivateKey(await exportPKCS8(key.privateKey));

async function wrongClaims({ rs256 }: TokenTestKeys): Promise<Record<string, string>> {
  const raw = await nodeKey(rs256);
  const header = { alg: 'RS256', kid: 'RS256', typ: 'at+jwt' };
  const withoutExpiry = JSON.stringify({ ...goodClaims, exp: undefined });
  return {
    'another issuer': await signToken(rs256, { iss: 'https://evil.test' }),
    'the issuer with a slash': await signToken(rs256, { iss: `${issuer}/` }),
    'the issuer in other letters': await signToken(rs256, { iss: issuer.toUpperCase() }),
    'no issuer': await signToken(rs256, { iss: undefined }),
    'a list of issuers': await signToken(rs256, { iss: [issuer] }),
    'another audience': await signToken(rs256, { aud: 'urn:other' }),
    'the client as audience, as in an ID token': await signToken(rs256, { aud: 'waystory-web' }, { typ: 'JWT' }),
    'no audience': await signToken(rs256, { aud: undefined }),
    'an empty list of audiences': await signToken(rs256, { aud: [] }),
    'an audience that only begins with ours': await signToken(rs256, { aud: `${audience}:more` }),
    'no subject': await signToken(rs256, { sub: undefined }),
    'an empty subject': await signToken(rs256, { sub: '' }),
    'a blank subject': await signToken(rs256, { sub: ' ' }),
    'a subject that is a number': await signToken(rs256, { sub: 7 }),
    'a subject that is too long': await signToken(rs256, { sub: 'a'.repeat(256) }),
    'no expiry': await signToken(rs256, { exp: undefined }),
    'an expiry that is text': await signToken(rs256, { exp: String(testTime + 600) }),
    'an expiry without end': signRaw(raw, header, withoutExpiry.replace('{', '{"exp":1e999,')),
    'not valid yet': await signToken(rs256, { nbf: testTime + 120 }),
    'a start that is text': await signToken(rs256, { nbf: 'now' }),
    'a payload that is a list': signRaw(raw, header, [goodClaims]),
    'a payload that is text': signRaw(raw, header, '"claims"'),
    'a payload that is null': signRaw(raw, header, 'null'),
    'a payload that is not JSON': signRaw(raw, header, '{"sub":'),
    'a logout token': await signToken(rs256, {}, { typ: 'logout+jwt' }),
    'a proof of possession': await signToken(rs256, {}, { typ: 'dpop+jwt' }),
  };
}

async function wrongForms({ rs256 }: TokenTestKeys): Promise<Record<string, string>> {
  const good = await signToken(rs256);
  const [header = '', payload = '', signature = ''] = good.split('.');
  return {
    nothing: '',
    'two dots': '..',
    'one part': header,
    'two parts': `${header}.${payload}`,
    'four parts': `${good}.${signature}`,
    'five parts, as in an encrypted token': `${good}.${header}.${payload}`,
    'a truncated signature': good.slice(0, -10),
    'a truncated payload': `${header}.${payload.slice(0, -6)}.${signature}`,
    'a space in front': ` ${good}`,
    'a space behind': `${good} `,
    'a line break behind': `${good}\n`,
    'a space inside': good.replace('.', ' .'),
    'a NUL behind': `${good}\u0000`,
    'padded base64': `${header}==.${payload}.${signature}`,
    'a header that is not JSON': `${base64url('{')}.${payload}.${signature}`,
    'a header that is null': `${base64url('null')}.${payload}.${signature}`,
    'a scheme in front': `Bearer ${good}`,
    'more than 16 kB': await signToken(rs256, { filler: 'x'.repeat(12_500) }),
    'a megabyte': `${header}.${'a'.repeat(1_000_000)}.${signature}`,
    'the serialised form': JSON.stringify({ payload, protected: header, signature }),
  };
}

/** Refused tokens, each with a name of its fault. */
export const badTokens = async (keys: TokenTestKeys): Promise<[name: string, token: string][]> =>
  Object.entries({ ...(await wrongSignatures(keys)), ...(await keyTricks(keys)), ...(await wrongClaims(keys)), ...(await wrongForms(keys)) });

export const issuer = 'https://login.test/idp';
export const audience = 'urn:waystory:api';
/** Initial time of every clock in these tests, seconds since 1970. */
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

/** A token signed with the key. It has the valid claims, changed by `claims`; an undefined claim is left out. */
export const signToken = ({ privateKey, alg, jwk }: TestKey, claims: object = {}, header: Partial<JWTHeaderParameters> = {}): Promise<string> =>
  new SignJWT(JSON.parse(JSON.stringify({ ...goodClaims, ...claims })))
    .setProtectedHeader({ alg, kid: jwk.kid, typ: 'at+jwt', ...header } as JWTHeaderParameters) // as: tests send headers that no type allows
    .sign(privateKey);
