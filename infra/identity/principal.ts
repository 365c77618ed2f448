/** Roles above an ordinary signed-in user. */
export const roles = ['moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Account and roles that access checks use. `accountId` is null for an anonymous visitor, and for the product itself. */
export interface Principal {
  accountId: string | null;
  roles: readonly Role[];
  /** Set when a model or OAuth client acts for the account, without its roles. */
  isDelegated?: true;
}

export const anonymousPrincipal: Principal = { accountId: null, roles: [] };

/** Principal of the product itself, with the rights of an admin, for example to seed the world. */
export const systemPrincipal: Principal = { accountId: null, roles: ['moderator', 'admin'] };

export const isAdmin = (principal: Principal): boolean => principal.roles.includes('admin');
/** True for the owner of the account and for admins, who have all rights of an owner. */
export const isOwnerOrAdmin = (accountId: string, principal: Principal): boolean => accountId === principal.accountId || isAdmin(principal);
/** True for moderators and for admins, who have all rights of a moderator. */
export const isModerator = (principal: Principal): boolean => isAdmin(principal) || principal.roles.includes('moderator');
