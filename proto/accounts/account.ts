import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id, imageUrl, instant, text, version } from '../kit/field.ts';
import { type ListSpec, listQuery, pageOf } from '../kit/list.ts';
import { defineRoutes, nothing } from '../kit/route.ts';

/** What people say about themselves (spec 5). */
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

export const accountEvents = defineEvents({
  AccountCreated: z.object({ accountId: id }),
  AccountUpdated: z.object({ accountId: id, changes: written.partial() }),
  AccountDeleted: z.object({ accountId: id }),
});
export type AccountEvent = EventOf<typeof accountEvents>;

/** A user name belongs to one account at a time; upper and lower case are the same name. */
export const userNameEvents = defineEvents({
  UserNameClaimed: z.object({ userName: z.string(), accountId: id }),
  UserNameReleased: z.object({ userName: z.string(), accountId: id }),
});
export type UserNameEvent = EventOf<typeof userNameEvents>;

export const accountErrors = {
  'account/unknown': 'There is no such account.',
  'account/username-taken': 'This username is taken. Please choose another one.',
  'account/not-yours': 'Only the owner of an account may change it.',
} as const satisfies ErrorCatalogue;

/** spec 3: Account. `subjectId` and `email` come from the token of their owner and are shown to nobody else; they are stored in no event. */
export const account = written.extend({
  id,
  subjectId: z.string().nullable(),
  email: z.string().nullable(),
  credits: z.int(),
  orderIds: z.array(id),
  ordersCount: z.int(),
  version,
  createdAt: instant,
  updatedAt: instant,
});
export type Account = z.output<typeof account>;

export const accountList = {
  filterable: { id: 'id', userName: 'text', createdAt: 'time', updatedAt: 'time' },
  sortable: ['createdAt', 'updatedAt', 'userName'],
  defaultSort: 'createdAt DESC',
} as const satisfies ListSpec;

const params = z.object({ id });

export const accountRoutes = defineRoutes({
  createAccount: { method: 'POST', path: '/accounts', summary: 'Create the account of the caller, once', access: 'accounts.mine', reply: account },
  listAccounts: {
    method: 'GET',
    path: '/accounts',
    summary: 'List accounts',
    access: 'accounts.list',
    query: listQuery(accountList),
    reply: pageOf(account),
  },
  getMyAccount: {
    method: 'GET',
    path: '/accounts/me',
    summary: 'The account of the caller',
    access: 'accounts.mine',
    reply: account,
    errors: ['account/unknown'],
  },
  getAccount: { method: 'GET', path: '/accounts/:id', summary: 'One account', access: 'profiles.read', params, reply: account, errors: ['account/unknown'] },
  updateAccount: {
    method: 'PUT',
    path: '/accounts/:id',
    summary: 'Change user name, about me or picture',
    access: 'accounts.write',
    params,
    body: written.partial(),
    reply: account,
    errors: ['account/unknown', 'account/username-taken', 'account/not-yours'],
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/accounts/:id',
    summary: 'Delete an account and what it wrote',
    access: 'accounts.delete',
    params,
    reply: nothing,
    errors: ['account/unknown', 'account/not-yours'],
  },
});
