import { eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { isAdmin, type Principal } from '../identity/principal.ts';

const nothing: Filter = { op: 'or', of: [] };

/**
 * Limits documents with `accountId` to the caller's own, even for moderators. Without an account, the product itself sees all, and a visitor none.
 */
export const ownOnly = ({ accountId, roles }: Principal): Filter | null => {
  if (accountId) return eq('accountId', accountId);
  return roles.length > 0 ? null : nothing;
};

/** Limits documents to admins. */
export const adminOnly = (principal: Principal): Filter | null => (isAdmin(principal) ? null : nothing);

/** Limits documents to the caller's own; admins see all. */
export const ownOrAdmin = (principal: Principal): Filter | null => (isAdmin(principal) ? null : ownOnly(principal));
