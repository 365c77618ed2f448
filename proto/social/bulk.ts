import { z } from 'zod';
import { bulkRoutes } from '../kit/bulk.ts';
import { hidingFields, reasonWith } from '../operations/moderation.ts';
import { postFields, postList } from './post.ts';
import { reactionList, reactionType } from './reaction.ts';

export const postChanges = reasonWith('hidden', z.object({ ...hidingFields, text: postFields.text.optional() }));
export const reactionChanges = z.object({ reactionType });

/** spec 7: PATCH and DELETE by filter for posts and reactions. */
export const socialBulkRoutes = {
  ...bulkRoutes({ things: 'Posts', path: '/posts', access: 'posts.bulk', list: postList, changes: postChanges }),
  ...bulkRoutes({ things: 'Reactions', path: '/reactions', access: 'reactions.bulk', list: reactionList, changes: reactionChanges }),
};
