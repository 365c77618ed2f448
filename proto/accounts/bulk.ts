import { z } from 'zod';
import { bulkRoutes } from '../kit/bulk.ts';
import { reason } from '../kit/field.ts';
import { reasonWith } from '../operations/moderation.ts';
import { accountList } from './account.ts';
import { followList } from './follow.ts';

/** What somebody says about themselves can be taken away in bulk, not written: a user name belongs to one account only. */
export const accountChanges = reasonWith(
  'suspended',
  z.object({ suspended: z.boolean(), reason: reason.nullable(), aboutMe: z.null(), avatarUrl: z.null() }).partial(),
);
export const followChanges = z.object({ muted: z.boolean() });

/** spec 7: what accounts and follows have of PATCH and DELETE by filter. */
export const accountBulkRoutes = {
  ...bulkRoutes({ things: 'Accounts', path: '/accounts', access: 'accounts.bulk', list: accountList, changes: accountChanges }),
  ...bulkRoutes({ things: 'Follows', path: '/follows', access: 'follows.bulk', list: followList, changes: followChanges }),
};
