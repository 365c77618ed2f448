import { bindBulkRoutes } from '@waystory/infra/bulk/bulk-routes.ts';
import { type BulkTarget, bulkTarget, commandPerItem } from '@waystory/infra/bulk/bulk-target.ts';
import { isModerator } from '@waystory/infra/identity/principal.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { postChanges, reactionChanges, socialBulkRoutes } from '@waystory/proto/social/bulk.ts';
import { postList } from '@waystory/proto/social/post.ts';
import { reactionList } from '@waystory/proto/social/reaction.ts';
import { postStream } from '../post/post.ts';
import { posts } from '../post/posts.projection.ts';
import { reactionStream } from '../reaction/reaction.ts';
import { reactions } from '../reaction/reactions.projection.ts';

// True for every match, because a bulk call searches among the documents that the actor sees.
const seesTarget = true;
const moderating = true;

const postTarget = bulkTarget({
  name: 'posts',
  collection: posts,
  list: postList,
  changes: postChanges,
  // Limits authors to their own posts.
  where: (principal) => (isModerator(principal) ? null : eq('accountId', principal.accountId ?? '')),
  label: ({ text }) => text,
  each: commandPerItem(postStream)({
    patch: (changes, actor) => ({ type: 'PatchPost', changes, actor, seesTarget }),
    remove: (actor) => ({ type: 'DeletePost', actor, seesTarget, moderating }),
  }),
});

const reactionTarget = bulkTarget({
  name: 'reactions',
  collection: reactions,
  list: reactionList,
  changes: reactionChanges,
  label: ({ reactionType }) => reactionType,
  each: commandPerItem(reactionStream)({
    patch: ({ reactionType }, actor) => ({ type: 'SwitchReaction', reactionType, actor, seesTarget, moderating }),
    remove: (actor) => ({ type: 'RemoveReaction', actor, moderating }),
  }),
});

/** Bulk targets whose calls become jobs above the limit of one request. */
export const targets: readonly BulkTarget[] = [postTarget, reactionTarget];

export const routes = bindBulkRoutes(socialBulkRoutes, 'social', { Posts: postTarget, Reactions: reactionTarget });
