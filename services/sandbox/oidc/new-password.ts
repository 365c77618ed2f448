import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { isDemoUser } from './ready-users.ts';
import { signOut } from './records.ts';
import { hashPassword, normalEmail } from './users.ts';

/**
 * Sets a new password for the user with this e-mail and revokes all sessions of the user, because another person may be signed in.
 * @returns The password; null for an unknown e-mail, and for a ready user, whose password is public.
 */
export async function resetPassword(pool: pg.Pool, email: string): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>('select id from oidc_users where email = $1', [normalEmail(email)]);
  const [user] = rows;
  if (!user || isDemoUser(user)) return null;
  const password = randomBytes(12).toString('base64url');
  await pool.query('update oidc_users set password_hash = $2 where id = $1', [user.id, await hashPassword(password)]);
  await signOut(pool, user.id);
  return password;
}
