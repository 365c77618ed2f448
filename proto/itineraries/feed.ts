import { id, instant } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { author, itineraryCard, itineraryList } from './itinerary.ts';

/** Largest number of followed accounts that a feed includes: those that were followed last. */
export const mostFollowedInFeed = 5_000;

/** A card with its author and the time of its publication. */
export const feedItem = itineraryCard.extend({ accountId: id, account: author.nullable(), publishedAt: instant });

export const feedList = { ...itineraryList, defaultSort: 'publishedAt DESC' } as const satisfies ListSpec;

export const feedRoutes = defineRoutes({
  listFeed: route.list(
    '/feed',
    `Public itineraries of those whom the caller follows and has not muted, of the last ${mostFollowedInFeed} of them`,
    'feed.read',
    feedList,
    feedItem,
  ),
});
