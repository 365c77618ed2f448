import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { asPostgresError } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import { isDemoUser } from './ready-users.ts';
import { userById } from './users.ts';

/** Deletes a user and their records. The user id is at different JSON paths, and JSON operators fail on U+0000, so records are searched as text. */
const removal = `
with gone as (delete from oidc_users where id = $1 returning 1)
delete from oidc_records where exists (select 1 from gone) and (strpos(payload::text, $2) > 0 or strpos(lower(payload::text), $3) > 0)`;

/**
 * Deletes the user of this account, with all sessions and tokens; the same e-mail can then sign up as a new user. Ready users are shared by
 * everybody, so they stay.
 */
export async function forgetUser(pool: pg.Pool, issuer: string, accountId: string): Promise<void> {
  try {
    const { rows } = await pool.query<{ id: string }>('select id from oidc_users');
    const found = rows.find(({ id }) => accountIdOf(`${issuer}|${id}`) === accountId);
    const user = found && (await userById(pool, found.id));
    if (user && !isDemoUser(user)) await pool.query(removal, [user.id, JSON.stringify(user.id), JSON.stringify(user.email)]);
  } catch (error) {
    throw asPostgresError(error);
  }
}
