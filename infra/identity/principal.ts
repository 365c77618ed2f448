/** Roles above an ordinary signed-in user. */
export const roles = ['moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The caller. `accountId` is null for an anonymous visitor. */
export interface Principal {
  accountId: string | null;
  roles: readonly Role[];
  /** A model or program acts for the account, without roles. */
  isDelegated?: true;
}

export const anonymous: Principal = { accountId: null, roles: [] };

/** The product itself, for example when it seeds the world, with the rights of an admin. */
export const system: Principal = { accountId: null, roles: ['moderator', 'admin'] };

export const isAdmin = (principal: Principal): boolean => principal.roles.includes('admin');
/** Admins may do everything that an account's owner may. */
export const isOwnerOrAdmin = (accountId: string, principal: Principal): boolean => accountId === principal.accountId || isAdmin(principal);
/** Admins may do everything that moderators may. */
export const isModerator = (principal: Principal): boolean => isAdmin(principal) || principal.roles.includes('moderator');
