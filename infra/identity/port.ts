import type { Role } from './principal.ts';

/** Who the bearer of a verified token is. */
export interface Identity {
  /** `issuer|sub`: the same for the same person at the same provider, for ever. */
  subjectId: string;
  /** UUID that follows from `subjectId`, so the account of a person is known without a look-up. */
  accountId: string;
  email: string | null;
  /** Given and family name, else the name the provider has for them. */
  name: string | null;
  roles: readonly Role[];
  /** A model or a program acts for this person: its rights are in the column `delegated`, whatever the roles are. */
  isDelegated?: true;
  /** When the token was made, seconds since 1970; 0 when it does not say. */
  issuedAt: number;
  /** End of the token's life, seconds since 1970. */
  expiresAt: number;
}

/** Tells who sends a request from the bearer token that came with it. */
export interface TokenVerifier {
  /**
   * @throws InvalidToken when the token is not one of the configured issuer for this API, or its time is over.
   * @throws Rejected `auth/misconfigured` when a setting keeps every token out.
   * @throws EngineUnavailable (`oidc`) when the issuer's keys cannot be had, so that nothing can be said of the token.
   */
  verify(token: string): Promise<Identity>;
  /** The same for a token that was verified before and is still valid, without waiting; undefined for any other. */
  recall(token: string): Identity | undefined;
}

/** Why a token is refused: `auth/unusable-token` is one that signing in again would not mend. */
export type TokenRefusal = 'auth/invalid-token' | 'auth/expired-token' | 'auth/unusable-token';

/** The token is refused. The message never holds any part of it. */
export class InvalidToken extends Error {
  readonly code: TokenRefusal;
  constructor(code: TokenRefusal, reason: string) {
    super(reason);
    this.code = code;
  }
}
