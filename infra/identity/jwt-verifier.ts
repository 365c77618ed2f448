import { hash } from 'node:crypto';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose';
import { bytesOf, type CacheRegistry, cacheRegistry } from '../cache-registry.ts';
import { EngineUnavailable, Rejected } from '../errors.ts';
import { memoizeSuccess } from '../waiting.ts';
import { accountIdOf } from './account-id.ts';
import { createDiscovery, type Discovery } from './discovery.ts';
import { signatureAlgorithms } from './discovery-document.ts';
import { type Identity, InvalidToken, type TokenVerifier } from './port.ts';
import { roles as knownRoles, type Role } from './principal.ts';
import { type TokenFault, tokenFaults } from './setting-fault.ts';

const requiredClaims = ['iss', 'aud', 'exp', 'sub'];
/** Tolerated clock difference between issuer and API, seconds. */
const clockTolerance = 30;
/**
 * Longest token, characters: a token of Entra ID with 200 groups has 11,000. Servers and gateways accept headers of twice this length
 * (`infra/http/app.ts`).
 */
const longestToken = 16 * 1024;
/** Longest token that is a cache key itself, characters. Longer tokens are cached by their hash, so that many groups take no more memory. */
const longestKey = 2_048;

const compactForm = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** An encrypted token in compact form; its second part is empty with direct key agreement. */
const encryptedForm = /^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/;
/** Form of an opaque token, in the characters that RFC 6750 allows. */
const opaqueForm = /^[\w.~+/-]{8,}=*$/;
/** Names of common signature algorithms. A token with an unaccepted one of these reveals a wrong setting of the provider. */
const signsOtherwise = /^(HS|RS|PS|ES)(256|384|512)$|^ES256K$/;
/** Types of tokens that are no access tokens. An undeclared type is accepted, because some providers do not use `at+jwt`. */
const otherTypes = /(id|logout|dpop|secevent|introspection|client-authentication|request)\+jwt$/;
const accessTokenTypes = [undefined, 'jwt', 'at+jwt', 'application/at+jwt'];

export interface JwtVerifierOptions {
  issuer: string;
  /** Required audience of an access token, or alternatives. */
  audience: string | string[];
  /** Claim that lists the roles, a name or a dotted path. */
  rolesClaim: string;
  /** Fetches the public keys of an issuer in this process. Without it, the keys are discovered over HTTP with the first token. */
  fetchKeys?: () => Promise<JSONWebKeySet>;
  /** A shared discovery of the provider. */
  discovery?: Discovery;
  /** Client id of the web app. A token for this audience alone reveals a wrong audience setting. */
  clientId?: string;
  /** Audiences of other APIs of this product, such as MCP; tokens for them reveal no wrong setting. */
  elsewhere?: readonly string[];
  /** Clock, milliseconds since 1970. */
  now?: () => number;
  memory?: CacheRegistry;
}

/** Verifies JWT access tokens of one OIDC issuer and caches each until its expiry. No request is sent before the first token. */
export function jwtVerifier(options: JwtVerifierOptions): TokenVerifier {
  const { issuer, audience, rolesClaim, fetchKeys, now = Date.now, memory = cacheRegistry } = options;
  const discovery = options.discovery ?? createDiscovery({ issuer });
  const keys = fetchKeys ? localKeys(issuer, fetchKeys) : discoveredKeys(discovery);
  const isStale = ({ expiresAt }: Identity): boolean => now() >= expiresAt * 1000;
  const verified = memory.cache<string, Identity>('tokens', { sizeOf: bytesOf, isStale });

  const recall = (token: string): Identity | undefined => {
    const key = keyOf(token);
    const known = verified.get(key);
    if (!known || !isStale(known)) return known;
    verified.delete(key);
    return undefined;
  };
  return {
    recall,
    async verify(token) {
      const known = recall(token);
      if (known) return known;
      try {
        const currentDate = new Date(now());
        const claims = await verifiedClaims(
          token,
          keys,
          { audience, algorithms: [...signatureAlgorithms], requiredClaims, clockTolerance, currentDate },
          options,
        );
        const identity = identityOf(claims, rolesClaim);
        if (!isStale(identity)) verified.set(keyOf(token), identity);
        return identity;
      } catch (error) {
        if (!(error instanceof UnusableToken)) throw error;
        // The embedded provider has no settings that could be wrong.
        if (fetchKeys) throw new InvalidToken('auth/invalid-token', error.fault);
        discovery.tokens.note(tokenFaults[error.fault], error.isProven);
        throw new InvalidToken('auth/unusable-token', error.fault);
      }
    },
  };
}

/** Cache key of a token. A hash key begins with a line break, which no header can contain, so it never equals a token. */
const keyOf = (token: string): string => (token.length <= longestKey ? token : `\n${hash('sha256', token, 'base64url')}`);

/** Error for a token that reveals a wrong setting, for example an opaque, an encrypted or an ID token. */
class UnusableToken extends Error {
  readonly fault: TokenFault;
  /** True when the provider signed the token. */
  readonly isProven: boolean;
  constructor(fault: TokenFault, isProven: boolean) {
    super(fault);
    this.fault = fault;
    this.isProven = isProven;
  }
}

/** Refuses tokens of an unusable form, length or algorithm before any key is needed. */
function requireUsableForm(token: string): void {
  if (!compactForm.test(token)) {
    if (encryptedForm.test(token) && 'enc' in headerOf(token)) throw new UnusableToken('encrypted', false);
    if (opaqueForm.test(token) && token.length <= longestToken) throw new UnusableToken('opaque', false);
    throw new InvalidToken('auth/invalid-token', 'not a JWT');
  }
  if (token.length > longestToken) throw new UnusableToken('too-long', false);
  const { alg } = headerOf(token);
  if (typeof alg === 'string' && !signatureAlgorithms.includes(alg) && signsOtherwise.test(alg)) throw new UnusableToken('algorithm', false);
}

function headerOf(token: string): { alg?: unknown } {
  try {
    return decodeProtectedHeader(token.length <= longestToken ? token : token.slice(0, longestToken));
  } catch {
    return {};
  }
}

type Door = Pick<JwtVerifierOptions, 'clientId' | 'elsewhere' | 'issuer'>;

async function verifiedClaims(token: string, keys: () => Promise<IssuerKeys>, options: JWTVerifyOptions, door: Door): Promise<JWTPayload> {
  requireUsableForm(token);
  try {
    const { issuers, keyFor } = await keys();
    const checked = { ...options, issuer: [...issuers] };
    const { payload, protectedHeader } = await jwtVerify(token, keyFor, checked).catch((error: unknown) => withEachKey(error, token, checked));
    const type = protectedHeader.typ?.toLowerCase();
    if (otherTypes.test(type ?? '')) throw new InvalidToken('auth/invalid-token', 'not an access token');
    if (!accessTokenTypes.includes(type)) throw new UnusableToken('type', true);
    return payload;
  } catch (error) {
    if ([EngineUnavailable, InvalidToken, Rejected, UnusableToken].some((kind) => error instanceof kind)) throw error;
    if (error instanceof errors.JWTExpired) throw new InvalidToken('auth/expired-token', 'the token is expired');
    // A claim error occurs only after the signature was verified, so it proves a wrong setting.
    const fault = error instanceof errors.JWTClaimValidationFailed ? faultOf(error, door) : null;
    if (fault) throw new UnusableToken(fault, true);
    throw new InvalidToken('auth/invalid-token', error instanceof errors.JOSEError ? error.code : 'the token cannot be read');
  }
}

/** The wrong setting that a signed token's claim reveals; null without one. */
function faultOf({ claim, reason, payload }: errors.JWTClaimValidationFailed, { clientId, elsewhere = [] }: Door): TokenFault | null {
  if (claim === 'iss') {
    if (typeof payload.iss !== 'string') return null;
    return payload.iss.startsWith('https://sts.windows.net/') ? 'entra-v1' : 'issuer';
  }
  if (claim === 'aud') {
    const named = [payload.aud ?? []].flat();
    if (named.some((one) => elsewhere.includes(one))) return null;
    if (reason === 'missing' || named.length === 0) return 'no-audience';
    return named.every((one) => one === clientId) ? 'id-token' : 'audience';
  }
  return claim === 'nbf' && reason === 'check_failed' ? 'clock' : null;
}

/** Tries each matching key, because a token without a key id matches every key of its type. */
async function withEachKey(error: unknown, token: string, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
  if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
  for await (const key of error) {
    try {
      return await jwtVerify(token, key, options);
    } catch (failure) {
      if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

const longestSubject = 255;
const controlCharacters = /\p{Cc}+/gu;

/** A claim as one line of text; null when empty or no text. */
function textOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  return claim.replaceAll(controlCharacters, ' ').trim() || null;
}

/** E-mail address; some providers send a list (`emails`) instead. */
function emailOf({ email, emails }: JWTPayload): string | null {
  return textOf(email) ?? (Array.isArray(emails) ? textOf(emails[0]) : null);
}

/** Display name (spec 3): given and family name, or else the name, unless that is `unknown`. */
function nameOf(claims: JWTPayload): string | null {
  const parts = [textOf(claims.given_name), textOf(claims.family_name)].filter((part) => part !== null);
  if (parts.length > 0) return parts.join(' ');
  const name = textOf(claims.name);
  return name?.toLowerCase() === 'unknown' ? null : name;
}

const ownProperty = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;

/** The claim with this exact name, or else at this path: some providers nest, as in `realm_access.roles`. */
const claimAt = (claims: JWTPayload, name: string): unknown =>
  ownProperty(claims, name) ?? name.split('.').reduce<unknown>((value, key) => ownProperty(value, key), claims);

/** Known roles of a claim, a list or a space-separated text. Roles of other applications are ignored. */
function rolesOf(claims: JWTPayload, rolesClaim: string): readonly Role[] {
  const claim = claimAt(claims, rolesClaim);
  const named: unknown[] = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : [];
  return knownRoles.filter((role) => named.includes(role));
}

/**
 * Identity from the claims of a token whose signature, issuer, audience and times were checked.
 * @throws InvalidToken when the subject or the expiry is unusable.
 */
export function identityOf(claims: JWTPayload, rolesClaim: string): Identity {
  const { iss, sub, exp, iat } = claims;
  if (typeof sub !== 'string' || sub.trim() === '' || sub.length > longestSubject) throw new InvalidToken('auth/invalid-token', 'no usable subject');
  // A number too big for JSON becomes Infinity, which would never expire.
  if (typeof exp !== 'number' || !Number.isFinite(exp)) throw new InvalidToken('auth/invalid-token', 'no usable expiry');
  const subjectId = `${iss}|${sub}`;
  return Object.freeze({
    subjectId,
    accountId: accountIdOf(subjectId),
    email: emailOf(claims),
    name: nameOf(claims),
    roles: Object.freeze(rolesOf(claims, rolesClaim)),
    issuedAt: typeof iat === 'number' && Number.isFinite(iat) ? iat : 0,
    expiresAt: exp,
  });
}

/** Timeout of the issuer's answer, milliseconds. */
const answerWithinMs = 5_000;
/** Cooldown between fetches for unknown key ids, milliseconds. */
const cooldownMs = 30_000;

/** Accepted issuers, and a function that finds the key of a token. */
interface IssuerKeys {
  issuers: readonly string[];
  keyFor: JWTVerifyGetKey;
}

/** True when the issuer has no single key for the token; any other error is a failure to fetch the keys. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys || error instanceof errors.JOSENotSupported;

const orUnavailable =
  (keys: JWTVerifyGetKey): JWTVerifyGetKey =>
  async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      throw isAboutToken(error) ? error : new EngineUnavailable('oidc', error);
    }
  };

/** Keys of an issuer in this process, fetched once; after a failure the next caller tries again. */
function localKeys(issuer: string, fetchKeys: () => Promise<JSONWebKeySet>): () => Promise<IssuerKeys> {
  return memoizeSuccess(async () => {
    const set = await fetchKeys().catch((error: unknown) => {
      throw error instanceof Rejected ? error : new EngineUnavailable('oidc', error);
    });
    return { issuers: [issuer], keyFor: orUnavailable(createLocalJWKSet(set)) };
  });
}

/** Keys of a discovered provider, fetched anew when their URL changes. */
function discoveredKeys(discovery: Pick<Discovery, 'load'>): () => Promise<IssuerKeys> {
  let known: { url: string; keyFor: JWTVerifyGetKey } | undefined;
  return async () => {
    const { keysUrl: url, tokenIssuers: issuers } = await discovery.load();
    if (known?.url !== url)
      known = { url, keyFor: orUnavailable(createRemoteJWKSet(new URL(url), { timeoutDuration: answerWithinMs, cooldownDuration: cooldownMs })) };
    return { issuers, keyFor: known.keyFor };
  };
}
