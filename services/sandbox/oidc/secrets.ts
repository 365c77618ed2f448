import { randomBytes } from 'node:crypto';
import { migrate } from '@waystory/infra/postgres/migrate.ts';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose';
import type pg from 'pg';
import { sharedSecret } from '../kept-secret.ts';
import { signingAlgorithm } from './issuer.ts';

/** Migrations of the provider's tables, each run once. */
export const oidcSteps = [
  `create table oidc_secrets (name text primary key, value json not null);

   create table oidc_users (
     id uuid primary key,
     email text not null unique check (email = lower(email)),
     given_name text not null,
     family_name text not null,
     password_hash text not null,
     roles text[] not null default '{}',
     created_at timestamptz not null default now()
   );

   -- json and not jsonb: a parameter of a request may hold U+0000, which jsonb refuses.
   create table oidc_records (
     kind text,
     id text,
     payload json not null,
     grant_id text,
     uid text,
     user_code text,
     consumed_at timestamptz,
     expires_at timestamptz,
     primary key (kind, id)
   );
   create index oidc_records_grant on oidc_records (grant_id) where grant_id is not null;
   create index oidc_records_uid on oidc_records (uid) where uid is not null;
   create index oidc_records_user_code on oidc_records (user_code) where user_code is not null;
   create index oidc_records_expiry on oidc_records (expires_at);`,

  // Replaces two name columns by one.
  `alter table oidc_users add column name text;
   update oidc_users set name = trim(given_name || ' ' || family_name);
   alter table oidc_users alter column name set not null, drop column given_name, drop column family_name;`,
] as const;

/** Secrets in the database, so that tokens and sessions survive a restart. */
export interface ProviderSecrets {
  /** Private key that signs all tokens; `kid` is its thumbprint. */
  signingKey: JWK;
  /** Keys that sign the cookies. */
  cookieKeys: string[];
}

/** Migrates the tables, and returns the secrets, which the first process creates. Safe in concurrent starts. */
export async function prepareSecrets(pool: pg.Pool): Promise<ProviderSecrets> {
  await migrate(pool, 'oidc', oidcSteps);
  const [signingKey, cookieKeys] = await Promise.all([
    sharedSecret(pool, 'oidc_secrets', 'signing-key', makeSigningKey),
    sharedSecret(pool, 'oidc_secrets', 'cookie-keys', () => [randomBytes(32).toString('base64url')]),
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
  const { kty, n, e, kid, alg, use } = (await prepareSecrets(pool)).signingKey;
  if (kty !== 'RSA' || !n || !e) throw new Error('The stored signing key is not an RSA key');
  return { keys: [{ kty, n, e, kid, alg, use }] };
}
