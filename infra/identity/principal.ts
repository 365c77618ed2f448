/** Roles beyond that of an ordinary signed-in user. */
export const roles = ['moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Who asks. `accountId` is null for an anonymous visitor. */
export interface Principal {
  accountId: string | null;
  roles: readonly Role[];
  /** A model or a program acts for the account; it has no roles. */
  isDelegated?: true;
}

export const anonymous: Principal = { accountId: null, roles: [] };

/** The product itself acting, for example when it seeds the world: may do what an admin may. */
export const system: Principal = { accountId: null, roles: ['moderator', 'admin'] };

export const isAdmin = (principal: Principal): boolean => principal.roles.includes('admin');
/** What is an account's own business is that of admins as well. */
export const isOwnerOrAdmin = (accountId: string, principal: Principal): boolean => accountId === principal.accountId || isAdmin(principal);
/** Admins may do whatever moderators may. */
export const isModerator = (principal: Principal): boolean => isAdmin(principal) || principal.roles.includes('moderator');
