import { auth } from '@waystory/client/identity/auth.ts';
import type { AuthProvider } from 'react-admin';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { ResourceFacts } from '../catalogue/resource.ts';
import { may, mayDelete, mayModerate } from './rights.ts';
import { currentRole } from './session.ts';

/** Permission check by the action names of react-admin, and by `moderate` for the buttons of this app. */
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

/** Auth provider of react-admin, based on the sign-in of the product. `Gate` renders the app only for people with a role. */
export const authProvider: AuthProvider = {
  login: () => auth.signIn(),
  // Returns false, because the sign-out itself redirects to the identity provider.
  logout: async () => {
    await auth.signOut();
    return false;
  },
  checkAuth: async () => {},
  // No error signs the person out: refusals are shown in place, and an expired session opens a dialog for a new sign-in.
  checkError: async () => {},
  getIdentity: async () => ({ id: auth.state.person?.subject ?? '', fullName: auth.state.person?.name ?? auth.state.person?.email ?? '' }),
  getPermissions: async () => currentRole(),
  canAccess: async ({ action, resource }) => canAccess(action, resource),
};
