import { derivedId } from '@waystory/infra/kit/identifier.ts';
import type pg from 'pg';
import { insertUser, type User } from './users.ts';

/** Password of all ready users. It is public: these accounts are for looking around. */
export const readyPassword = 'waystory';

export const readyNames = ['traveller', 'moderator', 'admin'] as const;
export type ReadyName = (typeof readyNames)[number];

const ready = (name: ReadyName, user: Omit<User, 'id' | 'email'>): User => {
  const email = `${name}@waystory.example`;
  // The same id in every database, so the account of a ready user is the same too.
  return { id: derivedId('ready-user', email), email, ...user };
};

/** The users that are there from the start. */
export const readyUsers: Readonly<Record<ReadyName, User>> = {
  traveller: ready('traveller', { givenName: 'Traveller', familyName: '', roles: [] }),
  moderator: ready('moderator', { givenName: 'Moderator', familyName: '', roles: ['moderator'] }),
  admin: ready('admin', { givenName: 'Admin', familyName: '', roles: ['moderator', 'admin'] }),
};

const loopback = /^(localhost|.+\.localhost|127\..+|\[::1\])$/;

/** Whether ready users may sign in: their password is public, so only where nobody but this machine's user gets at them. */
export const readyUsersAllowed = (origin: string): boolean => loopback.test(new URL(origin).hostname);

export const isReadyUser = (user: User): boolean => Object.values(readyUsers).some(({ id }) => id === user.id);

/** Adds the ready users that are missing. */
export async function ensureReadyUsers(pool: pg.Pool): Promise<void> {
  const users = Object.values(readyUsers);
  const { rows } = await pool.query<{ email: string }>('select email from oidc_users where email = any($1)', [users.map(({ email }) => email)]);
  const present = new Set(rows.map(({ email }) => email));
  await Promise.all(users.filter(({ email }) => !present.has(email)).map((user) => insertUser(pool, { ...user, password: readyPassword })));
}
