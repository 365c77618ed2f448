import { derivedId } from '@waystory/infra/identifier.ts';
import { InvalidToken, type TokenVerifier } from '@waystory/infra/identity/port.ts';
import type pg from 'pg';
import { signOut } from './records.ts';
import { insertUser, type User } from './users.ts';

/** Password of all ready users. It is public, because these accounts are for trying out the product. */
export const readyPassword = 'waystory';

export const readyNames = ['traveller', 'moderator', 'admin'] as const;
export type ReadyName = (typeof readyNames)[number];

const ready = (name: ReadyName, user: Omit<User, 'id' | 'email'>): User => {
  const email = `${name}@waystory.example`;
  // The id is derived, so the user and its account have the same ids in every database.
  return { id: derivedId('ready-user', email), email, ...user };
};

/** Users with known names and roles, created in installations that enable them. */
export const readyUsers: Readonly<Record<ReadyName, User>> = {
  traveller: ready('traveller', { name: 'Traveller', roles: [] }),
  moderator: ready('moderator', { name: 'Moderator', roles: ['moderator'] }),
  admin: ready('admin', { name: 'Admin', roles: ['moderator', 'admin'] }),
};

export const isDemoUser = (user: Pick<User, 'id'>): boolean => Object.values(readyUsers).some(({ id }) => id === user.id);

/** Adds missing ready users. */
export async function ensureReadyUsers(pool: pg.Pool): Promise<void> {
  const users = Object.values(readyUsers);
  const { rows } = await pool.query<{ email: string }>('select email from oidc_users where email = any($1)', [users.map(({ email }) => email)]);
  const present = new Set(rows.map(({ email }) => email));
  await Promise.all(users.filter(({ email }) => !present.has(email)).map((user) => insertUser(pool, { ...user, password: readyPassword })));
}

/** Revokes sessions of ready users, which may exist from a time when they were enabled. */
export async function signOutReadyUsers(pool: pg.Pool): Promise<void> {
  for (const { id } of Object.values(readyUsers)) await signOut(pool, id);
}

/** A verifier that refuses tokens of ready users, which may exist from a time when they were enabled. */
export function withoutReadyUsers(issuer: string, verifier: TokenVerifier): TokenVerifier {
  const subjects = new Set(Object.values(readyUsers).map(({ id }) => `${issuer}|${id}`));
  return {
    async verify(token) {
      const identity = await verifier.verify(token);
      if (subjects.has(identity.subjectId)) throw new InvalidToken('auth/invalid-token', 'ready users may not sign in here');
      return identity;
    },
    recall(token) {
      const identity = verifier.recall(token);
      return identity && !subjects.has(identity.subjectId) ? identity : undefined;
    },
  };
}
