import { eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { isAdmin, type Principal } from '../identity/principal.ts';

const nothing: Filter = { op: 'or', of: [] };

/**
 * Sees what is the caller's own affair, also before moderators: documents with their `accountId`. Only the product itself, which has no account, sees
 * all.
 */
export const ownOnly = ({ accountId, roles }: Principal): Filter | null => {
  if (accountId) return eq('accountId', accountId);
  return roles.length > 0 ? null : nothing;
};

/** Sees what is the affair of admins alone. */
export const adminOnly = (principal: Principal): Filter | null => (isAdmin(principal) ? null : nothing);

/** Sees what is the caller's own affair; admins see that of everybody. */
export const ownOrAdmin = (principal: Principal): Filter | null => (isAdmin(principal) ? null : ownOnly(principal));
