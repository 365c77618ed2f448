import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { newId } from '@waystory/infra/identifier.ts';
import type { Role } from '@waystory/infra/identity/principal.ts';
import { asPostgresError } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';

/** Cost of one hash: 16 MiB and about 0.1 seconds, the minimum that OWASP advises for scrypt. */
const cost = { N: 16_384, r: 8, p: 5 };
const keyLength = 32;
/** Bytes after Unicode normalization, because keyboards encode the same letter in different ways. */
const bytesOf = (password: string): string => password.normalize('NFKC');

const derive = (password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(bytesOf(password), salt, keyLength, { ...options, maxmem: 64 * 1024 * 1024 }, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** Hash of a password with its own salt: `scrypt$N$r$p$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Hash that no password matches, so that an attempt for an unknown user takes as long as any other. */
const nobody = ['scrypt', cost.N, cost.r, cost.p, randomBytes(16).toString('base64url'), randomBytes(keyLength).toString('base64url')].join('$');

/** Whether the password matches the hash. Null, for an unknown user, never matches, after the same time. */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = (hash ?? nobody).split('$');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(derived, Buffer.from(key, 'base64url')) && hash !== null;
}

/** A person who can sign in. */
export interface User {
  id: string;
  email: string;
  /** Full name as one field, because name parts are not universal. */
  name: string;
  roles: Role[];
}

type NewUser = Omit<User, 'id' | 'roles'> & { password: string };

interface Row {
  id: string;
  email: string;
  name: string;
  password_hash: string;
  roles: Role[];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Normal form of an e-mail, which is stored and compared. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();
const userOf = ({ id, email, name, roles }: Row): User => ({ id, email, name, roles });

async function rowBy(pool: pg.Pool, column: 'id' | 'email', value: string): Promise<Row | undefined> {
  // Postgres refuses text with U+0000, so no user has it.
  if (value.includes('\u0000')) return undefined;
  const found = pool.query<Row>(`select id, email, name, password_hash, roles from oidc_users where ${column} = $1`, [value]);
  return (await found.catch((error: unknown) => Promise.reject(asPostgresError(error)))).rows[0];
}

export async function userById(pool: pg.Pool, id: string): Promise<User | null> {
  const row = uuid.test(id) ? await rowBy(pool, 'id', id) : undefined;
  return row ? userOf(row) : null;
}

/** The user with this e-mail and password; null when either is wrong, after the same time. */
export async function userWithPassword(pool: pg.Pool, email: string, password: string): Promise<User | null> {
  const row = await rowBy(pool, 'email', normalEmail(email));
  const matches = await passwordMatches(password, row?.password_hash ?? null);
  return row && matches ? userOf(row) : null;
}

/** Adds a user without roles; null when another user has the e-mail. */
export const addUser = (pool: pg.Pool, user: NewUser): Promise<User | null> => insertUser(pool, { ...user, id: newId(), roles: [] });

/** Adds a user with this id and these roles; null when another user has the e-mail. */
export async function insertUser(pool: pg.Pool, { password, ...user }: NewUser & User): Promise<User | null> {
  const email = normalEmail(user.email);
  const inserted = pool.query('insert into oidc_users (id, email, name, password_hash, roles) values ($1, $2, $3, $4, $5) on conflict do nothing', [
    user.id,
    email,
    user.name,
    await hashPassword(password),
    user.roles,
  ]);
  const { rowCount } = await inserted.catch((error: unknown) => Promise.reject(asPostgresError(error)));
  return rowCount === 1 ? { ...user, email } : null;
}

/** Claims of a user beside the subject. */
export const claimsOf = ({ email, name, roles }: User) => ({ email, name, roles });
