import { z } from 'zod';
import { bulkRoutes } from '../kit/bulk.ts';
import { reasonWith } from '../operations/moderation.ts';
import { accountList, askedSuspension, endGoesWithSuspension, suspensionFields } from './account.ts';
import { followList } from './follow.ts';

/** What somebody says about themselves can be taken away in bulk, not written: a user name belongs to one account only. */
const taken = z.object({ aboutMe: z.null(), avatarUrl: z.null() }).partial();
/** A job comes to the last of many a while after it was asked for. */
export const accountChanges = taken.extend(suspensionFields);
const askedChanges = reasonWith('suspended', taken.extend(askedSuspension).refine(...endGoesWithSuspension));
export const followChanges = z.object({ muted: z.boolean() });

/** spec 7: what accounts and follows have of PATCH and DELETE by filter. */
export const accountBulkRoutes = {
  ...bulkRoutes({ things: 'Accounts', path: '/accounts', access: 'accounts.bulk', list: accountList, changes: askedChanges }),
  ...bulkRoutes({ things: 'Follows', path: '/follows', access: 'follows.bulk', list: followList, changes: followChanges }),
};
