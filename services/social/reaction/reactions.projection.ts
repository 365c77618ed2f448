import { type EventContext, streamId } from '@waystory/infra/commands/decider.ts';
import { type Docs, defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { handlerForEveryEvent } from '@waystory/proto/kit/event.ts';
import { type Reaction, type ReactionEvent, reaction, reactionEvents, reactionList } from '@waystory/proto/social/reaction.ts';
import { posts } from '../post/posts.projection.ts';
import { targets } from '../target/targets.projection.ts';
import { evolveReaction } from './reaction.ts';

export const reactions = defineCollection({
  name: 'reactions',
  doc: reaction,
  filterable: { ...reactionList.filterable, targetId: 'id' },
  sortable: reactionList.sortable,
  indexes: [
    { kind: 'ordered', on: ['-createdAt'] },
    { kind: 'ordered', on: ['reactableId', '-createdAt'] },
    { kind: 'ordered', on: ['accountId', '-createdAt'] },
    { kind: 'ordered', on: ['itineraryId', '-createdAt'] },
    { kind: 'ordered', on: ['targetId', '-createdAt'] },
  ],
  visibleTo: () => null,
  under: [
    { collection: targets, key: 'targetId' },
    { collection: posts, key: 'postId' },
  ],
});

const change = (event: ReactionEvent & EventContext, { reactions: docs }: { reactions: Docs<Reaction> }): void =>
  docs.update(streamId(event.stream), (doc) => evolveReaction(doc ?? null, event) ?? undefined);

export const reactionsProjection = defineProjection({
  name: 'reactions',
  version: 1,
  collections: { reactions },
  reads: reactionEvents,
  on: handlerForEveryEvent(reactionEvents, change),
});
