import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { EngineUnavailable } from '../errors.ts';

/** Longest wait for an answer of the issuer, milliseconds. */
const answerWithinMs = 5_000;
/** A token with an unknown key id makes us ask the issuer for new keys at most this often, milliseconds. */
const cooldownMs = 30_000;

const discoveryDocument = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** Keeps the first success; a failure is tried again by the next caller. Callers at the same time share one attempt. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(answerWithinMs),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`The discovery document of ${issuer} answered ${response.status}`);
  const document = discoveryDocument.parse(await response.json());
  if (document.issuer !== issuer) throw new Error(`The discovery document of ${issuer} names another issuer: ${document.issuer}`);
  return createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: answerWithinMs, cooldownDuration: cooldownMs });
}

/** That a key is not among those of the issuer is a fact about the token; anything else is a failure to get the keys. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys || error instanceof errors.JOSENotSupported;

/**
 * Finds the key a token was signed with among the keys of its issuer.
 * @param fetchKeys keys of an issuer that lives in this process; without it they are fetched by the issuer's discovery document.
 */
export function issuerKeys(issuer: string, fetchKeys?: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  const keys = once<JWTVerifyGetKey>(fetchKeys ? async () => createLocalJWKSet(await fetchKeys()) : () => discover(issuer));
  return async (header, token) => {
    try {
      return await (await keys())(header, token);
    } catch (error) {
      throw isAboutToken(error) ? error : new EngineUnavailable('oidc', error);
    }
  };
}
