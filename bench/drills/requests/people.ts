import { issueToken } from '@waystory/services/sandbox/oidc/token.ts';
import type { User } from '@waystory/services/sandbox/oidc/users.ts';
import type { Environment } from '../environment/environment.ts';

const audience = 'urn:waystory:api';
const lifetime = 4 * 3_600;

/** Users without a role. `members` adds users with a role, and `everyone` an anonymous caller. */
export const usersWithoutRole = ['traveller', 'neighbour', 'newcomer'] as const;
export const members = [...usersWithoutRole, 'moderator', 'admin'] as const;
export const everyone = [...members, 'anonymous'] as const;
/** The token of `expired` has expired; that of `stranger` is for another audience. */
export type PersonName = (typeof everyone)[number] | 'expired' | 'stranger';
export type Tokens = Readonly<Record<PersonName, string | null>>;

const rolesOf: Readonly<Partial<Record<PersonName, User['roles']>>> = {
  moderator: ['moderator'],
  admin: ['moderator', 'admin'],
  stranger: ['admin'],
};

/** Tokens as the embedded provider signs them. @param origin public address of the product */
export async function issueTokens({ engines: { pool } }: Pick<Environment, 'engines'>, origin: string): Promise<Tokens> {
  if (!pool) throw new Error('The provider keeps its key in Postgres');
  const sign = (name: PersonName, id: string = name, ttlSeconds = lifetime, to = audience): Promise<string> => {
    const user = { id: `drill-${id}`, email: `${id}@drill.example`, name: id, roles: [...(rolesOf[name] ?? [])] };
    return issueToken({ pool, origin, audience: to, user, ttlSeconds });
  };
  const issued = members.map(async (name) => [name, await sign(name)] as const);
  return {
    ...(Object.fromEntries(await Promise.all(issued)) as Record<(typeof members)[number], string>), // one of each name
    anonymous: null,
    expired: await sign('expired', 'traveller', -3_600),
    stranger: await sign('stranger', 'admin', lifetime, 'urn:another:api'),
  };
}
