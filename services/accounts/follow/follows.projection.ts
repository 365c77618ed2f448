import { type EventContext, streamId } from '@waystory/infra/commands/decider.ts';
import { isModerator } from '@waystory/infra/identity/principal.ts';
import { type Docs, defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { type Follow, type FollowEvent, follow, followEvents, followList } from '@waystory/proto/accounts/follow.ts';
import { handlerForEveryEvent } from '@waystory/proto/kit/event.ts';
import { anyOf, eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { evolveFollow } from './follow.ts';

const nothing: Filter = { op: 'or', of: [] };

export const follows = defineCollection({
  name: 'follows',
  doc: follow,
  filterable: followList.filterable,
  sortable: followList.sortable,
  indexes: [
    { kind: 'ordered', on: ['-createdAt'] },
    { kind: 'ordered', on: ['followerId', '-createdAt'] },
    { kind: 'ordered', on: ['followingId', '-createdAt'] },
  ],
  // Visible to moderators and both sides; all other callers see counts only.
  visibleTo: (principal) => {
    if (isModerator(principal)) return null;
    return principal.accountId ? anyOf(eq('followerId', principal.accountId), eq('followingId', principal.accountId)) : nothing;
  },
});

function changed(event: FollowEvent & EventContext, docs: { follows: Docs<Follow> }): void {
  docs.follows.update(streamId(event.stream), (doc) => evolveFollow(doc ?? null, event) ?? undefined);
}

export const followsProjection = defineProjection({
  name: 'follows',
  version: 1,
  collections: { follows },
  reads: followEvents,
  on: handlerForEveryEvent(followEvents, changed),
});
