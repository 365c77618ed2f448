import { randomBytes } from 'node:crypto';
import { migrate } from '@waystory/infra/postgres/migrate.ts';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose';
import type pg from 'pg';
import { keptSecret } from '../kept-secret.ts';
import { signingAlgorithm } from './issuer.ts';
import { oidcSteps } from './schema.ts';

/** Secrets that survive a restart; otherwise each restart would sign everybody out. */
export interface Secrets {
  /** Private key that signs all tokens; `kid` is its thumbprint. */
  signingKey: JWK;
  /** Keys that sign the cookies. */
  cookieKeys: string[];
}

/** Migrates the tables, creates missing secrets, and returns them. Safe in concurrent starts of several processes. */
export async function prepare(pool: pg.Pool): Promise<Secrets> {
  await migrate(pool, 'oidc', oidcSteps);
  const [signingKey, cookieKeys] = await Promise.all([
    keptSecret(pool, 'oidc_secrets', 'signing-key', makeSigningKey),
    keptSecret(pool, 'oidc_secrets', 'cookie-keys', () => [randomBytes(32).toString('base64url')]),
  ]);
  return { signingKey, cookieKeys };
}

async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: signingAlgorithm, use: 'sig' };
}

/** Public keys for a verifier in the same process. */
export async function publicKeys(pool: pg.Pool): Promise<JSONWebKeySet> {
  const { kty, n, e, kid, alg, use } = (await prepare(pool)).signingKey;
  if (kty !== 'RSA' || !n || !e) throw new Error('The stored signing key is not an RSA key');
  return { keys: [{ kty, n, e, kid, alg, use }] };
}
