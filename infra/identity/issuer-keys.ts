import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { EngineUnavailable, Rejected } from '../errors.ts';
import type { Discovery } from './discovery.ts';

/** Longest wait for an answer of the issuer, milliseconds. */
const answerWithinMs = 5_000;
/** A token with an unknown key id makes us ask the issuer for new keys at most this often, milliseconds. */
const cooldownMs = 30_000;

/** Issuers that a token may name, and the key it was signed with. */
export interface IssuerKeys {
  issuers: readonly string[];
  keyFor: JWTVerifyGetKey;
}

/** That a key is not among those of the issuer is a fact about the token; anything else is a failure to get the keys. */
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

/** Keys of an issuer in this process, fetched once; a failure is tried again by the next caller. */
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

/** Keys of a provider that is discovered; where it moves its keys, they are asked for at the new address. */
export function discoveredKeys(discovery: Pick<Discovery, 'load'>): () => Promise<IssuerKeys> {
  let known: { url: string; keyFor: JWTVerifyGetKey } | undefined;
  return async () => {
    const { keysUrl: url, tokenIssuers: issuers } = await discovery.load();
    if (known?.url !== url)
      known = { url, keyFor: orUnavailable(createRemoteJWKSet(new URL(url), { timeoutDuration: answerWithinMs, cooldownDuration: cooldownMs })) };
    return { issuers, keyFor: known.keyFor };
  };
}
