import { hash } from 'node:crypto';
import { decodeProtectedHeader, errors, type JSONWebKeySet, type JWTPayload, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose';
import { bytesOf, type CallerMemory, callerMemory } from '../caller-memory.ts';
import { EngineUnavailable, Rejected } from '../errors.ts';
import { identityOf } from './claims.ts';
import { createDiscovery, type Discovery } from './discovery.ts';
import { algorithms } from './discovery-document.ts';
import { discoveredKeys, type IssuerKeys, localKeys } from './issuer-keys.ts';
import { type Identity, InvalidToken, type TokenVerifier } from './port.ts';
import { type TokenFault, tokenFaults } from './token-fault.ts';

const requiredClaims = ['iss', 'aud', 'exp', 'sub'];
/** Clocks of issuer and API may differ by this much, seconds. */
const clockTolerance = 30;
/** Longest token, characters: 200 groups of Entra ID make one of 11,000. Servers and gateways take headers of twice that (`infra/http/app.ts`). */
const longestToken = 16 * 1024;
/** Longer tokens are remembered by their hash, so that a person with many groups takes no more memory than others; characters. */
const longestKey = 2_048;

const compactForm = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** An encrypted token in compact form; its second part is empty where the key is agreed directly. */
const encryptedForm = /^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/;
/** Characters that RFC 6750 allows in a token. */
const opaqueForm = /^[\w.~+/-]{8,}=*$/;
/** Algorithms that a provider may well sign with, though they are not taken here. */
const signsOtherwise = /^(HS|RS|PS|ES)(256|384|512)$|^ES256K$/;
/** Not every provider marks access tokens as `at+jwt`; a token that says it is something else is not one. */
const otherTypes = /(id|logout|dpop|secevent|introspection|client-authentication|request)\+jwt$/;
const accessTokenTypes = [undefined, 'jwt', 'at+jwt', 'application/at+jwt'];

export interface JwtVerifierOptions {
  issuer: string;
  /** Audience that an access token for this API must carry, or one of several. */
  audience: string | string[];
  /** Claim that lists the roles, a name or a dotted path. */
  rolesClaim: string;
  /** Public keys of an issuer in this process; without it they are discovered over HTTP when the first token comes. */
  fetchKeys?: () => Promise<JSONWebKeySet>;
  /** The provider that is discovered, where others ask it too. */
  discovery?: Discovery;
  /** Id of the web app at the provider: tokens for it alone show a certain fault. */
  clientId?: string;
  /** Audiences of other doors of this product; tokens for these are no fault of a setting. */
  elsewhere?: readonly string[];
  /** Milliseconds since 1970. */
  now?: () => number;
  memory?: CallerMemory;
}

/**
 * Verifies JWT access tokens of one OIDC issuer. A token that was verified once is known until its expiry.
 * Nothing is fetched before the first token.
 */
export function jwtVerifier(options: JwtVerifierOptions): TokenVerifier {
  const { issuer, audience, rolesClaim, fetchKeys, now = Date.now, memory = callerMemory } = options;
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
          { audience, algorithms: [...algorithms], requiredClaims, clockTolerance, currentDate },
          options,
        );
        const identity = identityOf(claims, rolesClaim);
        if (!isStale(identity)) verified.set(keyOf(token), identity);
        return identity;
      } catch (error) {
        if (!(error instanceof UnusableToken)) throw error;
        // With the embedded provider no setting can be at fault.
        if (fetchKeys) throw new InvalidToken('auth/invalid-token', error.fault);
        discovery.tokens.note(tokenFaults[error.fault], error.isProven);
        throw new InvalidToken('auth/unusable-token', error.fault);
      }
    },
  };
}

/** No header can hold a line break, so nobody can send what stands for a hash. */
const keyOf = (token: string): string => (token.length <= longestKey ? token : `\n${hash('sha256', token, 'base64url')}`);

/** The token is good in itself, or cannot be looked into, and a setting keeps it out. */
class UnusableToken extends Error {
  readonly fault: TokenFault;
  /** The provider signed it. */
  readonly isProven: boolean;
  constructor(fault: TokenFault, isProven: boolean) {
    super(fault);
    this.fault = fault;
    this.isProven = isProven;
  }
}

/** Refuses what needs no key to be refused. */
function requireUsableForm(token: string): void {
  if (!compactForm.test(token)) {
    if (encryptedForm.test(token) && 'enc' in headerOf(token)) throw new UnusableToken('encrypted', false);
    if (opaqueForm.test(token) && token.length <= longestToken) throw new UnusableToken('opaque', false);
    throw new InvalidToken('auth/invalid-token', 'not a JWT');
  }
  if (token.length > longestToken) throw new UnusableToken('too-long', false);
  const { alg } = headerOf(token);
  if (typeof alg === 'string' && !algorithms.includes(alg) && signsOtherwise.test(alg)) throw new UnusableToken('algorithm', false);
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
    // Claims are looked at once the signature holds.
    const fault = error instanceof errors.JWTClaimValidationFailed ? faultOf(error, door) : null;
    if (fault) throw new UnusableToken(fault, true);
    throw new InvalidToken('auth/invalid-token', error instanceof errors.JOSEError ? error.code : 'the token cannot be read');
  }
}

/** The setting's fault that a claim of a signed token shows; null where it is none. */
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

/** A token without a key id fits every key of its kind: one of them must have signed it. */
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
