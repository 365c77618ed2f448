import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import { matches } from '@waystory/infra/projection-store/memory-filter.ts';
import { pageOf } from '@waystory/infra/read-models/reads/page.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { anyOf, type Box, eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { type Page, totalCap } from '@waystory/proto/kit/list.ts';
import { visibleToAudience } from '../itinerary/audience.ts';
import { itineraries, stops } from '../itinerary/stories.projection.ts';
import { locatedWithin } from '../stop/stop.filters.ts';
import type { StopMap } from './stop-map.ts';
import type { RankedStory, StoriesSeen } from './stories-within.ts';
import { standingOf } from './story-standings.ts';

interface StoriesByBounds {
  box: Box;
  /** Only those with such a stop in this country. */
  countryCode: string | undefined;
  page: number;
  limit: number;
}

const byLikes = [
  { field: 'likeCount', direction: -1 as const },
  { field: 'createdAt', direction: -1 as const },
];
/** Itineraries that only their owner finds in a list. */
const unlisted = anyOf({ op: 'ne', field: 'visibility', value: 'PUBLIC' }, eq('hidden', true));
/** Most itineraries that only the caller finds, and most of their stops, to be read beside the map. */
const [mostOwn, mostOwnStops] = [200, 2_000];
/** Deepest page that the map answers; nobody browses this far. */
const deepest = 1_000;

/**
 * Itineraries with an accepted stop in a box, most liked first: public ones from the map in memory, and the caller's own. The read model answers
 * without a map, for boxes with too many stops, and for moderators, who see more than the map.
 * @param map null as long as it is not there
 */
export async function storiesByBounds(map: StopMap | null, asked: StoriesByBounds, principal: Principal, reads: Reads): Promise<Page<Itinerary>> {
  const { box, countryCode, page, limit } = asked;
  const end = page * limit;
  const seen = map?.storiesWithin(box, { countryCode, most: end <= deepest ? end + 1 : 0, cap: totalCap });
  const within = locatedWithin(box, countryCode);
  const own = seen?.best && end <= deepest ? await ownWithin(principal, within, reads) : null;
  if (!seen?.best || !own) return fromReadModel(asked, within, seen, reads);
  const ranked = [...seen.best, ...own].sort((a, b) => b.likeCount - a.likeCount || b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
  const ofPage = ranked.slice(end - limit, end);
  const docs = await reads.byIds(
    itineraries,
    ofPage.map(({ id }) => id),
  );
  const visible = visibleToAudience(principal, 'listed');
  const byId = new Map(docs.filter((doc) => !visible || matches(visible, doc)).map((doc) => [doc.id, doc]));
  const items = ofPage.flatMap(({ id }) => byId.get(id) ?? []);
  const query = { page, limit, sort: byLikes, after: null };
  return pageOf(items, seen.total + own.length, query, ranked.length > end, items.at(-1));
}

/** A total from the map saves the count in the read model. */
function fromReadModel({ page, limit }: StoriesByBounds, filter: Filter, seen: StoriesSeen | undefined, reads: Reads): Promise<Page<Itinerary>> {
  const childMatches = { collection: stops, key: 'itineraryId', filter };
  const isKnown = (seen?.total ?? 0) > totalCap;
  return reads.list(itineraries, { page, limit, sort: byLikes, after: null }, { childMatches, ...(isKnown && { total: totalCap + 1 }) });
}

/** Stories that only the caller finds; null when the read model must answer. */
async function ownWithin(principal: Principal, within: Filter, reads: Reads): Promise<RankedStory[] | null> {
  if (isModerator(principal)) return null;
  if (!principal.accountId) return [];
  const own = await reads.all(itineraries, { op: 'and', of: [eq('accountId', principal.accountId), unlisted] }, byLikes, mostOwn + 1);
  if (own.length === 0) return [];
  const ids = own.map(({ id }) => id);
  const there = await reads.all(stops, { op: 'and', of: [{ op: 'in', field: 'itineraryId', values: ids }, within] }, [], mostOwnStops + 1);
  if (own.length > mostOwn || there.length > mostOwnStops) return null;
  const storiesThere = new Set(there.map(({ itineraryId }) => itineraryId));
  return own.filter(({ id }) => storiesThere.has(id)).map((doc) => ({ id: doc.id, ...standingOf(doc) }));
}
