import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import type pg from 'pg';
import { apiScope, issuerOf, signingAlgorithm } from './issuer.ts';
import { type ReadyName, readyUsers } from './ready-users.ts';
import { prepare } from './secrets.ts';
import { claimsOf } from './users.ts';

/** Client that tokens made outside of a browser name. */
const clientId = 'waystory-token';

export interface TokenRequest {
  pool: pg.Pool;
  /** Address under which people reach the product. */
  origin: string;
  /** Audience of the API. */
  audience: string;
  who: ReadyName;
  ttlSeconds: number;
}

/** An access token for one of the ready users, as the provider would issue it, without a browser. */
export async function issueToken({ pool, origin, audience, who, ttlSeconds }: TokenRequest): Promise<string> {
  const { signingKey } = await prepare(pool);
  const user = readyUsers[who];
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
