import type { Role } from './principal.ts';

/** Identity of a verified token's bearer. */
export interface Identity {
  /** `issuer|sub`, permanent for one person at one provider. */
  subjectId: string;
  /** UUID derived from `subjectId`, so that an account needs no look-up. */
  accountId: string;
  email: string | null;
  /** Given and family name, or else the provider's display name. */
  name: string | null;
  roles: readonly Role[];
  /** Set when a model or OAuth client acts for this person. The rights are then those of the matrix column `delegated`, regardless of roles. */
  isDelegated?: true;
  /** Issue time of the token, seconds since 1970; 0 when missing. */
  issuedAt: number;
  /** Expiry of the token, seconds since 1970. */
  expiresAt: number;
}

/** Verifies bearer tokens. */
export interface TokenVerifier {
  /**
   * Verifies a token; returns the identity of its bearer.
   * @throws InvalidToken when the token is not from the configured issuer for this API, or has expired.
   * @throws Rejected `auth/misconfigured` when a wrong setting makes every token unusable.
   * @throws EngineUnavailable (`oidc`) when the issuer's keys cannot be fetched.
   */
  verify(token: string): Promise<Identity>;
  /** Identity of a valid token from the cache, without waiting; undefined for any other token. */
  recall(token: string): Identity | undefined;
}

/** Code of a refused token. With `auth/unusable-token`, a wrong setting is the cause, so signing in again would not help. */
export type TokenRefusal = 'auth/invalid-token' | 'auth/expired-token' | 'auth/unusable-token';

/** The token is refused. The message contains no part of it. */
export class InvalidToken extends Error {
  readonly code: TokenRefusal;
  constructor(code: TokenRefusal, reason: string) {
    super(reason);
    this.code = code;
  }
}
