import { bindRoutes, requireAccountId } from '@waystory/infra/http/route-handler.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { type feedItem, feedRoutes, mostFollowedInFeed } from '@waystory/proto/itineraries/feed.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { eq, type Filter } from '@waystory/proto/kit/filter.ts';
import type { z } from 'zod';
import { authors } from '../author/authors.projection.ts';
import { cardsOf } from '../itinerary/itinerary.view.ts';
import { itineraries } from '../itinerary/stories.projection.ts';
import { followings } from './followings.projection.ts';

/** Conditions of a story that is public to everyone. They apply to moderators too, who may read more elsewhere. */
const everyone = [eq('visibility', 'PUBLIC'), eq('hidden', false)];
const latest = [{ field: 'since', direction: -1 }] as const;

/**
 * A feed is computed on request. With a million stories, a page takes 25 ms for a reader who follows 5,000 people, and 2 ms for 50. If none of 5,000
 * has published for years, the index of all public stories takes 0.6 s (decision 0062).
 */
export const routes = bindRoutes(feedRoutes, {
  listFeed: async ({ query, principal }, { reads }) => {
    const ofCaller: Filter = { op: 'and', of: [eq('accountId', requireAccountId({ principal })), eq('muted', false)] };
    const followed = await reads.all(followings, ofCaller, latest, mostFollowedInFeed);
    const byFollowed: Filter = { op: 'in', field: 'accountId', values: followed.map(({ authorId }) => authorId) };
    const page = await reads.list(itineraries, query, { where: { op: 'and', of: [...everyone, byFollowed] } });
    return { body: { ...page, items: await itemsOf(page.items, reads) } };
  },
});

/** Cards with their authors, in one query for each kind of related document. */
async function itemsOf(stories: readonly Itinerary[], reads: Reads): Promise<z.output<typeof feedItem>[]> {
  const accountIds = [...new Set(stories.map(({ accountId }) => accountId))];
  const [cards, people] = await Promise.all([cardsOf(stories, reads), reads.byIds(authors, accountIds)]);
  const cardById = new Map(cards.map((card) => [card.id, card]));
  const personById = new Map(people.map((person) => [person.id, person]));
  return stories.flatMap(({ id, accountId, publishedAt }) => {
    const card = cardById.get(id);
    return card && publishedAt !== null ? [{ ...card, accountId, account: personById.get(accountId) ?? null, publishedAt }] : [];
  });
}
