import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id, imageUrl, instant, instantIn, reason, text, typedImageUrl, version } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { addNullReason, reasonWith } from '../operations/moderation.ts';

/** Profile texts of an account (spec 5). */
export const accountFields = {
  userName: z
    .string()
    .min(3, 'Username must be at least 3 characters')
    .max(30, 'Username must be less than 30 characters')
    .regex(/^[A-Za-z0-9_-]+$/, 'Username can only contain letters, numbers, hyphens, and underscores')
    .nullable(),
  aboutMe: text(500, 'About me must be less than 500 characters').nullable(),
  avatarUrl: imageUrl.nullable(),
};
const written = z.object(accountFields);

/** Converts an empty text to null, because an empty form field sends an empty text (spec 7). */
const orNone = <T extends z.ZodType<string, string>>(written: T) =>
  written
    .or(z.literal(''))
    .transform((value) => value || null)
    .nullable();
const changes = z
  .object({
    userName: accountFields.userName.unwrap(),
    aboutMe: orNone(accountFields.aboutMe.unwrap()),
    avatarUrl: orNone(typedImageUrl),
  })
  .partial();

/** Role above an ordinary user, as events store it. */
const rank = z.enum(['moderator', 'admin']);
export type Rank = z.output<typeof rank>;

export const accountEvents = defineEvents(
  {
    AccountCreated: z.object({ accountId: id, rank: rank.nullable().describe('Of its owner, as the token told that it was made with') }),
    AccountUpdated: z.object({ accountId: id, changes: written.partial() }),
    AccountSuspended: z.object({ accountId: id, by: rank, reason: reason.nullable(), until: instant.nullable().describe('Null is without end') }),
    AccountReinstated: z.object({ accountId: id, reason: reason.nullable() }),
    AccountDeleted: z.object({ accountId: id }),
  },
  {
    AccountCreated: [(data) => ({ ...data, rank: null })],
    // Events of schema 1 do not distinguish moderators from admins, and such a suspension never excluded an admin.
    AccountSuspended: [(data) => ({ ...data, by: 'moderator' }), addNullReason, (data) => ({ ...data, until: null })],
    AccountReinstated: [addNullReason],
  },
  {
    AccountCreated: { owner: 'accountId', fields: [], begins: true },
    AccountUpdated: { owner: 'accountId', fields: ['changes.userName', 'changes.aboutMe', 'changes.avatarUrl'] },
  },
);
export type AccountEvent = EventOf<typeof accountEvents>;

/** A user name belongs to one account at a time, without regard to case. */
export const userNameEvents = defineEvents(
  {
    UserNameClaimed: z.object({ userName: z.string(), accountId: id }),
    UserNameReleased: z.object({ userName: z.string(), accountId: id }),
  },
  {},
  { UserNameClaimed: { owner: 'accountId', fields: ['userName'] }, UserNameReleased: { owner: 'accountId', fields: ['userName'] } },
);
export type UserNameEvent = EventOf<typeof userNameEvents>;

export const accountErrors = {
  'account/unknown': 'There is no such account.',
  'account/username-taken': 'This username is taken. Please choose another one.',
  'account/username-reserved': 'This username is reserved. Please choose another one.',
  'account/not-yours': 'Only the owner of an account may change it.',
  'account/only-moderators': 'Only moderators may suspend an account or let it in again.',
  'account/only-admins': 'Only administrators may suspend an administrator, and change or lift what an administrator suspended.',
  'account/yourself': 'You cannot suspend your own account.',
} as const satisfies ErrorCatalogue;

/** Public profile of an account. */
export const profile = written.extend({
  id,
  followersCount: z.int().describe('Accounts that follow this one'),
  followingCount: z.int().describe('Accounts that this one follows'),
});
export type Profile = z.output<typeof profile>;

/** spec 3: Account. `subjectId` and `email` come from the owner's token, are shown to the owner only, and are stored in no event. */
export const account = profile.extend({
  subjectId: z.string().nullable(),
  email: z.string().nullable(),
  credits: z.int(),
  orderIds: z.array(id),
  ordersCount: z.int(),
  suspended: z.boolean().describe('Its owner is not let in'),
  suspendedUntil: instant.nullable().describe('When its owner is let in again; null while they are, and for a suspension without end'),
  suspensionReason: z.string().nullable(),
  version,
  createdAt: instant,
  updatedAt: instant,
});
export type Account = z.output<typeof account>;

/** An account for other readers: private fields are null. */
export const accountView = account.extend({
  credits: z.int().nullable(),
  orderIds: z.array(id).nullable(),
  ordersCount: z.int().nullable(),
  suspended: z.boolean().nullable(),
  version: version.nullable(),
  createdAt: instant.nullable(),
  updatedAt: instant.nullable(),
});
export type AccountView = z.output<typeof accountView>;

export const accountList = {
  entity: 'Account',
  filterable: {
    id: 'id',
    userName: 'text',
    suspended: 'flag',
    followersCount: 'number',
    followingCount: 'number',
    createdAt: 'time',
    updatedAt: 'time',
  },
  sortable: ['createdAt', 'updatedAt', 'userName', 'followersCount'],
  defaultSort: 'createdAt DESC',
} as const satisfies ListSpec;

const params = z.object({ id });

/** Longest duration of a limited suspension, milliseconds: five years. */
const longestSuspension = 5 * 366 * 86_400_000;

/** Fields that suspend or reinstate an account. Missing fields keep their value. */
export const suspensionFields = {
  suspended: z.boolean().optional(),
  reason: reason.nullable().optional().describe('Why, which its owner is told too'),
  suspendedUntil: instant.nullable().optional(),
};
/** Fields of a requested suspension, whose end is in the future and within five years. */
export const requestedSuspension = {
  ...suspensionFields,
  suspendedUntil: instantIn(longestSuspension)
    .nullable()
    .optional()
    .describe('With suspended: true, when its owner is let in again, within five years; null is without end'),
};
type AskedSuspension = { suspended?: boolean | undefined; suspendedUntil?: string | null | undefined };

/** Rule for `refine`, a pair of check and error: an end of the suspension needs `suspended: true`. */
export const suspensionEndRule: [check: (asked: AskedSuspension) => boolean, otherwise: { path: PropertyKey[]; message: string }] = [
  ({ suspended, suspendedUntil }) => suspended === true || !suspendedUntil,
  { path: ['suspendedUntil'], message: 'Goes with suspended: true' },
];

export const accountRoutes = defineRoutes({
  createAccount: route.post('/accounts', 'Create the account of the caller, once', 'accounts.mine', { withoutAccount: true, reply: account }),
  listAccounts: route.list('/accounts', 'List accounts', 'accounts.list', accountList, account),
  getMyAccount: route.get('/accounts/me', 'The account of the caller', 'accounts.mine', { reply: account, errors: ['account/unknown'] }),
  getAccount: route.get('/accounts/:id', 'One account', 'profiles.read', { params, reply: accountView, errors: ['account/unknown'] }),
  updateAccount: route.put(
    '/accounts/:id',
    'Change user name, about me or picture; for moderators, suspend an account, or an id that has none, or let it in again',
    'accounts.write',
    {
      params,
      body: reasonWith('suspended', changes.extend(requestedSuspension).refine(...suspensionEndRule)),
      reply: account,
      errors: [
        'account/unknown',
        'account/username-taken',
        'account/username-reserved',
        'account/not-yours',
        'account/only-moderators',
        'account/only-admins',
        'account/yourself',
      ],
    },
  ),
  deleteAccount: route.delete('/accounts/:id', 'Delete an account and what it wrote', 'accounts.delete', {
    params,
    errors: ['account/unknown', 'account/not-yours'],
  }),
});
