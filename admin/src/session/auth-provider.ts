import { auth } from '@waystory/client/identity/auth.ts';
import type { AuthProvider } from 'react-admin';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { ResourceFacts } from '../catalogue/resource.ts';
import { may, mayDelete, mayModerate } from './rights.ts';
import { currentRole } from './session.ts';

/** Permission check of react-admin and our own buttons, in react-admin's words. */
export function canAccess(action: string, resource: string): boolean {
  const facts: ResourceFacts | undefined = catalogue[resource as ResourceName]; // what is no resource is a page that asks for its own right
  if (!facts) return true;
  const role = currentRole();
  switch (action) {
    case 'list':
    case 'export':
      return may(role, facts, 'list');
    case 'show':
      return may(role, facts, 'one');
    case 'create':
      return may(role, facts, 'create');
    case 'edit':
      return may(role, facts, 'update');
    case 'delete':
      return mayDelete(role, facts);
    case 'moderate':
      return mayModerate(role, facts);
    default:
      return false;
  }
}

/** The sign-in of the product as react-admin asks for it. `Gate` has let in whoever this is about. */
export const authProvider: AuthProvider = {
  login: () => auth.signIn(),
  // On the way to the provider the page is left.
  logout: async () => {
    await auth.signOut();
    return false;
  },
  checkAuth: async () => {},
  // A refusal is shown in place, and an ended session has asked to sign in again: no answer signs anybody out.
  checkError: async () => {},
  getIdentity: async () => ({ id: auth.state.person?.subject ?? '', fullName: auth.state.person?.name ?? auth.state.person?.email ?? '' }),
  getPermissions: async () => currentRole(),
  canAccess: async ({ action, resource }) => canAccess(action, resource),
};
