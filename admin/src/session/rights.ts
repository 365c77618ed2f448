import type { Role } from '@waystory/client/identity/roles.ts';
import { type Access, type AccessLevel, accessMatrix } from '@waystory/proto/kit/access.ts';
import type { ResourceFacts, Verb } from '../catalogue/resource.ts';

/** Highest role: admins have all rights of moderators. */
export const roleOf = (roles: readonly Role[]): Role | null => (roles.includes('admin') ? 'admin' : (roles[0] ?? null));

export const accessLevelOf = (access: Access, role: Role): AccessLevel => accessMatrix[access][role];

const reads: readonly Verb[] = ['list', 'one'];

/** Whether the role permits this operation on the records of others. Records without an owner are included. */
export function may(role: Role | null, { ways }: ResourceFacts, verb: Verb): boolean {
  const way = ways[verb];
  if (!way || !role) return false;
  const reach = accessLevelOf(way.access, role);
  return reads.includes(verb) ? reach !== 'none' && reach !== 'own' : reach === 'all';
}

/** Whether the role may hide, restore or suspend records of others, singly or in bulk. */
export function mayModerate(role: Role, { ways }: ResourceFacts, verb: 'update' | 'patchMany' = 'update'): boolean {
  const way = ways[verb];
  return way !== undefined && ['moderate', 'all'].includes(accessLevelOf(way.access, role));
}

/** Whether the role may delete a record, by its own route or by the bulk route. */
export const mayDelete = (role: Role | null, resource: ResourceFacts): boolean => may(role, resource, 'remove') || may(role, resource, 'deleteMany');
