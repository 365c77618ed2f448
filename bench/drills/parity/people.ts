import { createPool } from '@waystory/infra/postgres/pool.ts';
import { apiScope, issuerOf, signingAlgorithm } from '@waystory/services/sandbox/oidc/issuer.ts';
import { prepare } from '@waystory/services/sandbox/oidc/secrets.ts';
import { claimsOf, type User } from '@waystory/services/sandbox/oidc/users.ts';
import { importJWK, SignJWT } from 'jose';
import type pg from 'pg';

const audience = 'urn:waystory:api';
/** Life of a token, seconds: longer than a run. */
const lifetime = 4 * 3_600;

const someone = (name: string, roles: User['roles'] = []): User => ({
  id: `parity-${name}`,
  email: `${name}@parity.example`,
  name,
  roles,
});

/** Everyone with a token that is good. */
const users = {
  traveller: someone('traveller'),
  neighbour: someone('neighbour'),
  newcomer: someone('newcomer'),
  moderator: someone('moderator', ['moderator']),
  admin: someone('admin', ['moderator', 'admin']),
} as const;

export type UserName = keyof typeof users;
/** All who send requests; the last two with a token that is not good. */
export type PersonName = UserName | 'anonymous' | 'expired' | 'stranger';

export const ordinary: readonly UserName[] = ['traveller', 'neighbour', 'newcomer'];
export const everyone: readonly PersonName[] = [...ordinary, 'moderator', 'admin', 'anonymous'];

/** Tokens of all of them as the embedded provider of a product signs them. @param origin address that the product has for people. */
export async function tokensOf(database: pg.PoolConfig, origin: string): Promise<Record<PersonName, string | null>> {
  const pool = createPool(database, { max: 1 });
  try {
    const { signingKey } = await prepare(pool);
    const key = await importJWK(signingKey, signingAlgorithm);
    const sign = (user: User, seconds: number, to = audience): Promise<string> =>
      new SignJWT({ ...claimsOf(user), scope: apiScope, client_id: 'waystory-parity' })
        .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', ...(signingKey.kid && { kid: signingKey.kid }) })
        .setSubject(user.id)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
        .setIssuer(issuerOf(origin))
        .setAudience(to)
        .sign(key);
    return {
      traveller: await sign(users.traveller, lifetime),
      neighbour: await sign(users.neighbour, lifetime),
      newcomer: await sign(users.newcomer, lifetime),
      moderator: await sign(users.moderator, lifetime),
      admin: await sign(users.admin, lifetime),
      anonymous: null,
      expired: await sign(users.traveller, -3_600),
      stranger: await sign(users.admin, lifetime, 'urn:another:api'),
    };
  } finally {
    await pool.end();
  }
}
