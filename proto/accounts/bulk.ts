import { z } from 'zod';
import { bulkRoutes } from '../kit/bulk.ts';
import { reasonWith } from '../operations/moderation.ts';
import { accountList, requestedSuspension, suspensionEndRule, suspensionFields } from './account.ts';
import { followList } from './follow.ts';

/** Profile fields that a bulk call can clear. It sets no texts and no user names, because a user name belongs to one account only. */
const taken = z.object({ aboutMe: z.null(), avatarUrl: z.null() }).partial();
/** The end of a suspension is not checked, because a job reaches its last account long after the request. */
export const accountChanges = taken.extend(suspensionFields);
const askedChanges = reasonWith('suspended', taken.extend(requestedSuspension).refine(...suspensionEndRule));
export const followChanges = z.object({ muted: z.boolean() });

/** spec 7: PATCH and DELETE by filter for accounts and follows. */
export const accountBulkRoutes = {
  ...bulkRoutes({ things: 'Accounts', path: '/accounts', access: 'accounts.bulk', list: accountList, changes: askedChanges }),
  ...bulkRoutes({ things: 'Follows', path: '/follows', access: 'follows.bulk', list: followList, changes: followChanges }),
};
