import { auth } from '@waystory/client/identity/auth.ts';
import type { AuthProvider } from 'react-admin';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { ResourceFacts } from '../catalogue/resource.ts';
import { may, mayDelete, mayModerate } from './rights.ts';
import { currentRole } from './session.ts';

/** Permission check for react-admin and our own buttons, with react-admin's action names. */
export function canAccess(action: string, resource: string): boolean {
  const facts: ResourceFacts | undefined = catalogue[resource as ResourceName]; // undefined for pages without a resource, which check their own access
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

/** react-admin's auth provider on the product's sign-in. `Gate` has admitted the person before. */
export const authProvider: AuthProvider = {
  login: () => auth.signIn(),
  // The redirect to the provider leaves the page.
  logout: async () => {
    await auth.signOut();
    return false;
  },
  checkAuth: async () => {},
  // Refusals are shown in place and expired sessions ask for a new sign-in, so no error signs anybody out.
  checkError: async () => {},
  getIdentity: async () => ({ id: auth.state.person?.subject ?? '', fullName: auth.state.person?.name ?? auth.state.person?.email ?? '' }),
  getPermissions: async () => currentRole(),
  canAccess: async ({ action, resource }) => canAccess(action, resource),
};
