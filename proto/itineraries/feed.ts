import { id, instant } from '../kit/field.ts';
import { type ListSpec, listQuery, pageOf } from '../kit/list.ts';
import { defineRoutes } from '../kit/route.ts';
import { author, itineraryCard, itineraryList } from './itinerary.ts';

/** A feed tells of so many people at most: of those whom one followed last. */
export const mostFollowed = 5_000;

/** A card with whose it is and since when everyone may read it. */
export const feedItem = itineraryCard.extend({ accountId: id, account: author.nullable(), publishedAt: instant });

export const feedList = { ...itineraryList, defaultSort: 'publishedAt DESC' } as const satisfies ListSpec;

export const feedRoutes = defineRoutes({
  listFeed: {
    method: 'GET',
    path: '/feed',
    summary: `Public itineraries of those whom the caller follows and has not muted, of the last ${mostFollowed} of them`,
    access: 'feed.read',
    query: listQuery(feedList),
    reply: pageOf(feedItem),
  },
});
