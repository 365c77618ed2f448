import { z } from 'zod';
import { author } from '../itineraries/itinerary.ts';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id, instant, version } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** spec 3: types of targets of reactions. */
export const reactableType = z.enum(['itinerary', 'post', 'stop']);
/** spec 3: kinds of reactions; one reaction per account and target. */
export const reactionType = z.enum(['like', 'dislike']);

const reactable = { reactableType, reactableId: id };

// Every event contains its target, because a projection that counts has no other data of the reaction.
export const reactionEvents = defineEvents({
  ReactionAdded: z.object({
    accountId: id,
    ...reactable,
    reactionType,
    targetId: id.describe('The itinerary or stop that it hangs on, directly or through a post'),
    itineraryId: id.describe('The itinerary that it hangs on, through whatever'),
  }),
  ReactionSwitched: z.object({ ...reactable, reactionType }),
  ReactionRemoved: z.object({ ...reactable, reactionType: reactionType.describe('What it was') }),
});

export type ReactionEvent = EventOf<typeof reactionEvents>;

/** Change of the target's number of likes by an event. */
export function likesChangeOf({ type, data: { reactionType } }: ReactionEvent): 1 | 0 | -1 {
  switch (type) {
    case 'ReactionAdded':
      return reactionType === 'like' ? 1 : 0;
    case 'ReactionSwitched':
      return reactionType === 'like' ? 1 : -1;
    case 'ReactionRemoved':
      return reactionType === 'like' ? -1 : 0;
    default:
      return type satisfies never;
  }
}

export const reactionErrors = {
  'reaction/unknown': 'There is no such reaction.',
  'reaction/target-unknown': 'There is nothing here to react to.',
  'reaction/not-yours': 'Only the one who reacted may change a reaction.',
  'reaction/other-account': 'You can only react for your own account.',
} as const satisfies ErrorCatalogue;

/** spec 3: Reaction. One per account and target. */
export const reaction = z.object({
  id,
  accountId: id,
  ...reactable,
  reactionType,
  targetId: id.describe('The itinerary or stop that it hangs on, directly or through a post'),
  postId: id.nullable().describe('The post that it is a reaction to'),
  itineraryId: id,
  version,
  createdAt: instant,
  updatedAt: instant,
});
export type Reaction = z.output<typeof reaction>;

/** A reaction with its author. */
export const reactionView = reaction.extend({ account: author.nullable() });
export type ReactionView = z.output<typeof reactionView>;

/** spec 7: the map reads a stop's reactions up to 1000 at a time. */
export const reactionList = {
  entity: 'Reaction',
  filterable: {
    id: 'id',
    reactableId: 'id',
    reactableType: 'text',
    reactionType: 'text',
    itineraryId: 'id',
    accountId: 'id',
    createdAt: 'time',
  },
  forms: { reactableType, reactionType },
  sortable: ['createdAt'],
  defaultSort: 'createdAt DESC',
  maxLimit: 1_000,
} as const satisfies ListSpec;

const params = z.object({ id });

export const reactionRoutes = defineRoutes({
  createReaction: route.post('/reactions', 'Like or dislike; the other kind takes the place of the one before', 'reactions.write', {
    body: z.object({ ...reactable, reactionType, accountId: id.optional() }),
    reply: reactionView,
    errors: ['reaction/target-unknown', 'reaction/other-account'],
  }),
  listReactions: route.list(
    '/reactions',
    'List reactions; those of an unlisted itinerary only when the filter names the reactableId',
    'reactions.read',
    reactionList,
    reactionView,
  ),
  getReaction: route.get('/reactions/:id', 'One reaction', 'reactions.read', { params, reply: reactionView, errors: ['reaction/unknown'] }),
  patchReaction: route.patch('/reactions/:id', 'Switch between like and dislike', 'reactions.write', {
    params,
    body: z.object({ reactionType }),
    reply: reactionView,
    errors: ['reaction/unknown', 'reaction/not-yours'],
  }),
  deleteReaction: route.delete('/reactions/:reactableType/:reactableId/:reactionType', 'Take back a reaction of the caller', 'reactions.write', {
    params: z.object({ ...reactable, reactionType }),
    errors: ['reaction/unknown'],
  }),
});
