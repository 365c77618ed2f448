import { errors, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose';
import { bytesOf, type CallerMemory, callerMemory } from '../caller-memory.ts';
import { EngineUnavailable } from '../errors.ts';
import { identityOf } from './claims.ts';
import { issuerKeys } from './issuer-keys.ts';
import { type Identity, InvalidToken, type TokenVerifier } from './port.ts';

/** Asymmetric only: with HS256 the public key would be the secret. */
const algorithms = ['RS256', 'ES256', 'PS256', 'EdDSA'];
const requiredClaims = ['iss', 'aud', 'exp', 'sub'];
/** Clocks of issuer and API may differ by this much, seconds. */
const clockTolerance = 30;
const longestToken = 8 * 1024;

const compactForm = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Not every provider marks access tokens as `at+jwt`; a token that says it is something else is not one. */
const accessTokenTypes = [undefined, 'jwt', 'at+jwt', 'application/at+jwt'];

export interface JwtVerifierOptions {
  issuer: string;
  /** Audience that an access token for this API must carry, or one of several. */
  audience: string | string[];
  /** Claim that lists the roles, a name or a dotted path. */
  rolesClaim: string;
  /** Public keys of an issuer in this process; without it they are discovered over HTTP when the first token comes. */
  fetchKeys?: () => Promise<JSONWebKeySet>;
  /** Milliseconds since 1970. */
  now?: () => number;
  memory?: CallerMemory;
}

/**
 * Verifies JWT access tokens of one OIDC issuer. A token that was verified once is known until its expiry.
 * Nothing is fetched before the first token.
 */
export function jwtVerifier({ issuer, audience, rolesClaim, fetchKeys, now = Date.now, memory = callerMemory }: JwtVerifierOptions): TokenVerifier {
  const keys = issuerKeys(issuer, fetchKeys);
  const isStale = ({ expiresAt }: Identity): boolean => now() >= expiresAt * 1000;
  const verified = memory.cache<string, Identity>('tokens', { sizeOf: bytesOf, isStale });

  const recall = (token: string): Identity | undefined => {
    const known = verified.get(token);
    if (!known || !isStale(known)) return known;
    verified.delete(token);
    return undefined;
  };
  return {
    recall,
    async verify(token) {
      const known = recall(token);
      if (known) return known;
      const claims = await verifiedClaims(token, keys, {
        issuer,
        audience,
        algorithms,
        requiredClaims,
        clockTolerance,
        currentDate: new Date(now()),
      });
      const identity = identityOf(claims, rolesClaim);
      if (!isStale(identity)) verified.set(token, identity);
      return identity;
    },
  };
}

async function verifiedClaims(token: string, keys: JWTVerifyGetKey, options: JWTVerifyOptions): Promise<JWTPayload> {
  if (token.length > longestToken || !compactForm.test(token)) throw new InvalidToken('auth/invalid-token', 'not a JWT of a usable size');
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, options).catch((error: unknown) => withEachKey(error, token, options));
    if (!accessTokenTypes.includes(protectedHeader.typ?.toLowerCase())) throw new InvalidToken('auth/invalid-token', 'not an access token');
    return payload;
  } catch (error) {
    if (error instanceof EngineUnavailable || error instanceof InvalidToken) throw error;
    if (error instanceof errors.JWTExpired) throw new InvalidToken('auth/expired-token', 'the token is expired');
    throw new InvalidToken('auth/invalid-token', error instanceof errors.JOSEError ? error.code : 'the token cannot be read');
  }
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
