import { InvalidToken, type TokenVerifier } from '@waystory/infra/identity/port.ts';
import { asPostgresError } from '@waystory/infra/postgres/pool.ts';
import { decodeJwt } from 'jose';
import type pg from 'pg';

/** Claim with the id of the grant, in the tokens of registered clients. */
export const grantClaim = 'grant_id';

const text = `select 1 from oidc_records where kind = 'Grant' and id = $1 and (expires_at is null or expires_at > now())`;

/**
 * A verifier that accepts a token of a registered client only while its grant exists. A sign-out or the deletion of the user thus revokes the token
 * at once. Tokens of the API contain no grant and stay valid until they expire. `recall` skips the check, so its result is good only for rate limits.
 * @param resource Audience of the tokens of registered clients.
 */
export const withGrantCheck = (pool: pg.Pool, resource: string, verifier: TokenVerifier): TokenVerifier => ({
  recall: (token) => verifier.recall(token),
  async verify(token) {
    const identity = await verifier.verify(token);
    const { aud, [grantClaim]: grant } = decodeJwt(token);
    if (![aud].flat().includes(resource)) return identity;
    const { rowCount } = await pool.query(text, [String(grant)]).catch((error: unknown) => Promise.reject(asPostgresError(error)));
    if (rowCount !== 1) throw new InvalidToken('auth/invalid-token', 'the grant of this token has ended');
    return identity;
  },
});
