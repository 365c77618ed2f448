/** Roles beyond that of an ordinary signed-in user. */
export const roles = ['moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Who asks. `accountId` is null for an anonymous visitor. */
export interface Viewer {
  accountId: string | null;
  roles: readonly Role[];
}

export const anonymous: Viewer = { accountId: null, roles: [] };

/** The product itself acting, for example when it seeds the world: may do what an admin may. */
export const system: Viewer = { accountId: null, roles: ['moderator', 'admin'] };

export const isAdmin = (viewer: Viewer): boolean => viewer.roles.includes('admin');
/** Admins may do whatever moderators may. */
export const isModerator = (viewer: Viewer): boolean => isAdmin(viewer) || viewer.roles.includes('moderator');
