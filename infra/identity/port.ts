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
  /** A model or program acts for this person: the rights are those of the column `delegated`, whatever the roles. */
  isDelegated?: true;
  /** Issue time of the token, seconds since 1970; 0 when missing. */
  issuedAt: number;
  /** Expiry of the token, seconds since 1970. */
  expiresAt: number;
}

/** Verifies bearer tokens. */
export interface TokenVerifier {
  /**
   * @throws InvalidToken when the token is not from the configured issuer for this API, or has expired.
   * @throws Rejected `auth/misconfigured` when a wrong setting keeps every token out.
   * @throws EngineUnavailable (`oidc`) when the issuer's keys cannot be fetched.
   */
  verify(token: string): Promise<Identity>;
  /** Identity of a cached, valid token without waiting; undefined for any other. */
  recall(token: string): Identity | undefined;
}

/** Reason to refuse a token. `auth/unusable-token` is one that signing in again would not mend. */
export type TokenRefusal = 'auth/invalid-token' | 'auth/expired-token' | 'auth/unusable-token';

/** A refused token. The message holds no part of it. */
export class InvalidToken extends Error {
  readonly code: TokenRefusal;
  constructor(code: TokenRefusal, reason: string) {
    super(reason);
    this.code = code;
  }
}
