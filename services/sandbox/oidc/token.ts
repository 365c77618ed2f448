import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import type pg from 'pg';
import { apiScope, issuerOf, signingAlgorithm } from './issuer.ts';
import { prepareSecrets } from './secrets.ts';
import { claimsOf, type User } from './users.ts';

/** Client id in tokens that are issued without a browser. */
const clientId = 'waystory-token';

interface TokenRequest {
  pool: pg.Pool;
  /** Public origin of the product. */
  origin: string;
  /** Audience of the API. */
  audience: string;
  /** Subject of the token; the user need not exist in the database. */
  user: User;
  ttlSeconds: number;
}

/** Issues an access token for a user, with the claims of the provider's tokens, without a browser. */
export async function issueToken({ pool, origin, audience, user, ttlSeconds }: TokenRequest): Promise<string> {
  const { signingKey } = await prepareSecrets(pool);
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...claimsOf(user), scope: apiScope, client_id: clientId })
    .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid: signingKey.kid })
    .setJti(randomUUID())
    .setSubject(user.id)
    .setIssuedAt(now)
    .setExpirationTime(now + ttlSeconds)
    .setIssuer(issuerOf(origin))
    .setAudience(audience)
    .sign(await importJWK(signingKey, signingAlgorithm));
}
