/**
 * Rights of a role in an area. `none`: refused (401 without a sign-in, 403 with one). `own`: entities of the caller. `visible`: own and public
 * entities. `moderate`: as `visible`, and hiding, restoring or suspending entities of others. `all`: everything.
 */
export type AccessLevel = 'none' | 'own' | 'visible' | 'moderate' | 'all';

export interface AccessRow {
  anonymous: AccessLevel;
  user: AccessLevel;
  moderator: AccessLevel;
  admin: AccessLevel;
  /** A language model or client that acts for a person, whatever that person's roles. */
  delegated: AccessLevel;
}

/** Row in which a delegate has all rights where anonymous callers have them, and none elsewhere. */
const row = (anonymous: AccessLevel, user: AccessLevel, moderator: AccessLevel, admin: AccessLevel): AccessRow => ({
  ...{ anonymous, user, moderator, admin },
  delegated: anonymous === 'all' ? 'all' : 'none',
});
/** Row of a planning route, in which a delegate has the rights of an ordinary user. */
const planned = (...[anonymous, user, moderator, admin]: Parameters<typeof row>): AccessRow => ({
  ...row(anonymous, user, moderator, admin),
  delegated: user,
});

/**
 * Rights by area and role, defined here only. Every route refers to its row. A private entity beyond the caller's rights answers as unknown. The
 * rules of an entity check its ownership.
 */
export const accessMatrix = {
  'stories.read': planned('visible', 'visible', 'all', 'all'),
  'stories.create': planned('none', 'own', 'own', 'all'),
  'stories.write': planned('none', 'own', 'moderate', 'all'),
  'stories.bulk': row('none', 'none', 'moderate', 'all'),
  'geography.read': planned('all', 'all', 'all', 'all'),
  'geography.write': row('none', 'none', 'none', 'all'),
  'posts.read': row('visible', 'visible', 'all', 'all'),
  'posts.search': row('none', 'none', 'all', 'all'),
  'posts.create': row('none', 'own', 'own', 'own'),
  'posts.write': row('none', 'own', 'moderate', 'all'),
  'posts.bulk': row('none', 'own', 'all', 'all'),
  'reactions.read': row('visible', 'visible', 'all', 'all'),
  'reactions.write': row('none', 'own', 'own', 'own'),
  'reactions.bulk': row('none', 'none', 'all', 'all'),
  'follows.read': row('none', 'own', 'all', 'all'),
  'follows.write': row('none', 'own', 'own', 'own'),
  'follows.bulk': row('none', 'none', 'all', 'all'),
  'saves.read': row('none', 'own', 'own', 'own'),
  'saves.write': row('none', 'own', 'own', 'own'),
  'collections.read': row('none', 'own', 'own', 'own'),
  'collections.write': row('none', 'own', 'own', 'own'),
  'feed.read': row('none', 'own', 'own', 'own'),
  'profiles.read': row('all', 'all', 'all', 'all'),
  'accounts.mine': row('none', 'own', 'own', 'own'),
  'accounts.write': row('none', 'own', 'moderate', 'all'),
  'accounts.delete': row('none', 'own', 'own', 'all'),
  'accounts.list': row('none', 'none', 'none', 'all'),
  'accounts.bulk': row('none', 'none', 'none', 'all'),
  'images.read': row('all', 'all', 'all', 'all'),
  'images.list': row('none', 'none', 'all', 'all'),
  'images.write': row('none', 'own', 'own', 'all'),
  'files.list': row('none', 'none', 'none', 'all'),
  'files.write': row('none', 'own', 'own', 'own'),
  'files.delete': row('none', 'own', 'all', 'all'),
  'chats.read': row('none', 'own', 'own', 'own'),
  'chats.write': row('none', 'own', 'own', 'own'),
  'chats.list': row('none', 'none', 'none', 'all'),
  'chats.disclose': row('none', 'none', 'none', 'all'),
  'credits.spend': row('none', 'none', 'none', 'all'),
  'credits.correct': row('none', 'none', 'none', 'all'),
  'orders.read': row('none', 'own', 'own', 'all'),
  'orders.write': row('none', 'own', 'own', 'own'),
  'orders.list': row('none', 'none', 'none', 'all'),
  'orders.refund': row('none', 'none', 'none', 'all'),
  'packages.read': row('all', 'all', 'all', 'all'),
  'jobs.own': row('none', 'own', 'all', 'all'),
  'reports.create': row('none', 'own', 'own', 'own'),
  'reports.read': row('none', 'none', 'all', 'all'),
  'reports.write': row('none', 'none', 'all', 'all'),
  'history.read': row('none', 'none', 'all', 'all'),
  'orders.history': row('none', 'none', 'none', 'all'),
  'audit.read': row('none', 'none', 'all', 'all'),
  'system.read': row('none', 'none', 'none', 'all'),
  'system.write': row('none', 'none', 'none', 'all'),
  'locales.read': row('all', 'all', 'all', 'all'),
  'locales.write': row('all', 'all', 'all', 'all'),
} as const satisfies Record<string, AccessRow>;

export type Access = keyof typeof accessMatrix;

/** True when anonymous callers are admitted. */
export const isOpenToAnonymous = (access: Access): boolean => accessMatrix[access].anonymous !== 'none';
