import { streamId } from '@waystory/infra/commands/decider.ts';
import { ownOnly } from '@waystory/infra/read-models/own-only.ts';
import { type Docs, defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { followEvents } from '@waystory/proto/accounts/follow.ts';
import { id, instant } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';

const following = z.object({
  id,
  accountId: id.describe('Who follows'),
  authorId: id,
  muted: z.boolean(),
  since: instant,
});
type Following = z.output<typeof following>;

export const followings = defineCollection({
  name: 'followings',
  doc: following,
  filterable: { accountId: 'id', muted: 'flag' },
  sortable: ['since'],
  indexes: [{ kind: 'ordered', on: ['accountId', '-since'] }],
  visibleTo: ownOnly,
});

const setMuted =
  (muted: boolean) =>
  ({ stream }: { stream: string }, docs: { followings: Docs<Following> }): void =>
    docs.followings.update(streamId(stream), (doc) => doc && { ...doc, muted });

/** Authors that each account follows. */
export const followingsProjection = defineProjection({
  name: 'followings',
  version: 1,
  collections: { followings },
  reads: followEvents,
  on: {
    AccountFollowed: ({ stream, at, data: { followerId, followingId } }, docs) => {
      const id = streamId(stream);
      docs.followings.update(id, () => ({ id, accountId: followerId, authorId: followingId, muted: false, since: at }));
    },
    FollowMuted: setMuted(true),
    FollowUnmuted: setMuted(false),
    AccountUnfollowed: ({ stream }, docs) => docs.followings.update(streamId(stream), () => undefined),
  },
});
