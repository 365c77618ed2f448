import { randomBytes } from 'node:crypto';
import type { Identity, TokenVerifier } from './port.ts';

export interface InternalCallers {
  verifier: TokenVerifier;
  /** Also accepts the tokens of another verifier. */
  alsoFor(verifier: TokenVerifier): TokenVerifier;
  tokenFor(identity: Identity): string;
}

/** Lets the product call its own API in the same process, with tokens that exist only in memory. */
export function internalCallers(verifier: TokenVerifier): InternalCallers {
  const identities = new Map<string, Identity>();
  const tokens = new Map<string, string>();
  const alsoFor = (others: TokenVerifier): TokenVerifier => ({
    verify: async (token) => identities.get(token) ?? others.verify(token),
    recall: (token) => identities.get(token) ?? others.recall(token),
  });
  return {
    verifier: alsoFor(verifier),
    alsoFor,
    tokenFor(identity) {
      const key = `${identity.subjectId} ${identity.roles} ${identity.isDelegated}`;
      const known = tokens.get(key);
      if (known) return known;
      const token = `internal.${randomBytes(32).toString('base64url')}`;
      tokens.set(key, token);
      identities.set(token, identity);
      return token;
    },
  };
}
