import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import { defineCollection, defineProjection, type Reach } from '@waystory/infra/read-models/projection.ts';
import { day, dayList } from '@waystory/proto/itineraries/day.ts';
import { itinerary, itineraryList } from '@waystory/proto/itineraries/itinerary.ts';
import { allStopsList, stop } from '@waystory/proto/itineraries/stop.ts';
import { handlerForEveryEvent, joinEvents } from '@waystory/proto/kit/event.ts';
import { allOf, anyOf, eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { reactionEvents } from '@waystory/proto/social/reaction.ts';
import { itinerarySearch } from '../search/itinerary.search.ts';
import { stopSearch } from '../search/stop.search.ts';
import { acceptedStopsFilter } from '../stop/stop.filters.ts';
import { countLikes } from './likes.ts';
import { storyHandlers, storyStream } from './story.stream.ts';
import { changedDocs, storyEvents, storyLikes } from './story.ts';

const inSight = eq('hidden', false);
const listed = allOf(eq('visibility', 'PUBLIC'), inSight);
const linked = allOf({ op: 'in', field: 'visibility', values: ['PUBLIC', 'UNLISTED'] }, inSight);

/** Visibility of an itinerary and its parts: public for everyone, unlisted with the link, all for owners and moderators. */
export const visibleToAudience = (principal: Principal, reach: Reach): Filter | null => visibleIf(null, principal, reach);

/** Visibility of stops: a suggested stop is visible to its owner and moderators only. */
const visibleStops = (principal: Principal, reach: Reach): Filter | null => visibleIf(acceptedStopsFilter, principal, reach);

function visibleIf(condition: Filter | null, principal: Principal, reach: Reach): Filter | null {
  if (isModerator(principal)) return null;
  const open = allOf(reach === 'listed' ? listed : linked, condition);
  return open && principal.accountId ? anyOf(open, eq('accountId', principal.accountId)) : open;
}

export const itineraries = defineCollection({
  name: 'itineraries',
  doc: itinerary,
  filterable: itineraryList.filterable,
  sortable: itineraryList.sortable,
  // Indexes on visibility also tell the planner that most documents are public.
  indexes: [
    { kind: 'ordered', on: ['-createdAt'] },
    { kind: 'ordered', on: ['visibility', 'hidden', '-createdAt'] },
    // Covers the owner, so that a feed skips stories of other accounts without loading them.
    { kind: 'ordered', on: ['visibility', 'hidden', '-publishedAt', 'accountId'] },
    { kind: 'ordered', on: ['accountId', '-createdAt'] },
    { kind: 'ordered', on: ['-likeCount', '-createdAt'] },
    { kind: 'set', on: ['countryIds'] },
  ],
  visibleTo: visibleToAudience,
  search: itinerarySearch,
});

export const days = defineCollection({
  name: 'days',
  doc: day,
  filterable: { ...dayList.filterable, itineraryId: 'id' },
  sortable: dayList.sortable,
  indexes: [{ kind: 'ordered', on: ['itineraryId', 'number'] }],
  visibleTo: visibleToAudience,
});

export const stops = defineCollection({
  name: 'stops',
  doc: stop,
  filterable: allStopsList.filterable,
  sortable: allStopsList.sortable,
  indexes: [
    { kind: 'ordered', on: ['itineraryId', 'index'] },
    { kind: 'ordered', on: ['-createdAt'] },
    { kind: 'ordered', on: ['visibility', 'hidden', 'state', '-createdAt'] },
    { kind: 'ordered', on: ['accountId'] },
    { kind: 'ordered', on: ['placeId'] },
    { kind: 'point', on: ['coordinates.latitude', 'coordinates.longitude'] },
  ],
  visibleTo: visibleStops,
  search: stopSearch,
});

/** Likes of itineraries, in a separate collection. */
export const likes = defineCollection({ name: 'story-likes', doc: storyLikes, filterable: {}, sortable: [], indexes: [], visibleTo: () => null });

/** Itineraries, days and stops as their readers see them, with the likes that are joined to itineraries. */
export const stories = defineProjection({
  name: 'stories',
  version: 9,
  collections: { itineraries, days, stops, likes },
  reads: joinEvents(storyEvents, reactionEvents),
  on: { ...storyHandlers, ...handlerForEveryEvent(reactionEvents, countLikes) },
  inline: { category: storyStream.category, changed: changedDocs, counted: { itineraries: ['likeCount'] } },
});
