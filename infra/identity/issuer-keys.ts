import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { EngineUnavailable, Rejected } from '../errors.ts';
import type { Discovery } from './discovery.ts';

/** Timeout of the issuer's answer, milliseconds. */
const answerWithinMs = 5_000;
/** Cooldown between fetches for unknown key ids, milliseconds. */
const cooldownMs = 30_000;

/** Accepted issuers of a token, and the key that signed it. */
export interface IssuerKeys {
  issuers: readonly string[];
  keyFor: JWTVerifyGetKey;
}

/** True when the token's key is not among the issuer's; any other error is a failure to get the keys. */
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
export function localKeys(issuer: string, fetchKeys: () => Promise<JSONWebKeySet>): () => Promise<IssuerKeys> {
  let keys: Promise<IssuerKeys> | undefined;
  return () => {
    keys ??= fetchKeys().then(
      (set) => ({ issuers: [issuer], keyFor: orUnavailable(createLocalJWKSet(set)) }),
      (error: unknown) => {
        keys = undefined;
        throw error instanceof Rejected ? error : new EngineUnavailable('oidc', error);
      },
    );
    return keys;
  };
}

/** Keys of a discovered provider, fetched anew when their address changes. */
export function discoveredKeys(discovery: Pick<Discovery, 'load'>): () => Promise<IssuerKeys> {
  let known: { url: string; keyFor: JWTVerifyGetKey } | undefined;
  return async () => {
    const { keysUrl: url, tokenIssuers: issuers } = await discovery.load();
    if (known?.url !== url)
      known = { url, keyFor: orUnavailable(createRemoteJWKSet(new URL(url), { timeoutDuration: answerWithinMs, cooldownDuration: cooldownMs })) };
    return { issuers, keyFor: known.keyFor };
  };
}
