import { Rejected } from '@waystory/infra/errors.ts';
import type { OpenServices, ServiceParts } from '@waystory/infra/host/service.ts';
import { type BoundRoutes, bindRoutes } from '@waystory/infra/http/route-handler.ts';
import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import { matches } from '@waystory/infra/projection-store/memory-filter.ts';
import { pageOf } from '@waystory/infra/read-models/reads/page.ts';
import type { ReadSide, Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { boxOf } from '@waystory/proto/itineraries/bounds.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { type CountryInView, stopMapRoutes } from '@waystory/proto/itineraries/stop-map.ts';
import { anyOf, type Box, eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { type Page, totalCap } from '@waystory/proto/kit/list.ts';
import { countries } from '../country/countries.projection.ts';
import { cardsOf } from '../itinerary/itinerary.view.ts';
import { itineraries, stops, stories, visibleToAudience } from '../itinerary/stories.projection.ts';
import { locatedStopsFilter } from '../stop/stop.filters.ts';
import { replicateStopMap, type StopMapReplica } from './stop-map.replica.ts';
import { serveTiles } from './stop-map.tiles.ts';
import type { CountryOnMap, StopMap } from './stop-map.ts';
import type { RankedStory, StoriesInBox } from './stories-within.ts';
import { storyRankOf } from './story-standings.ts';

interface StoriesByBounds {
  box: Box;
  /** Limits the result to itineraries with an accepted stop in the box and in this country. */
  countryCode: string | undefined;
  page: number;
  limit: number;
}

const byLikes = [
  { field: 'likeCount', direction: -1 as const },
  { field: 'createdAt', direction: -1 as const },
];
/** Itineraries that only their owner and moderators find in a list. */
const unlisted = anyOf({ op: 'ne', field: 'visibility', value: 'PUBLIC' }, eq('hidden', true));
/** Most non-public itineraries of the caller, and most of their stops, that are read beside the map. */
const [mostOwn, mostOwnStops] = [200, 2_000];
/** Deepest rank that the map answers, because readers do not browse this far. */
const deepest = 1_000;

/**
 * Itineraries with an accepted stop in a box, most liked first: public itineraries from the map in memory, and the caller's own. The read model
 * answers without a map, for boxes with too many stops and for pages beyond `deepest`. It also answers owners of many non-public itineraries, and
 * moderators, who see more than the map.
 * @param map null until the map is filled
 */
async function storiesByBounds(map: StopMap | null, asked: StoriesByBounds, principal: Principal, reads: Reads): Promise<Page<Itinerary>> {
  const { box, countryCode, page, limit } = asked;
  const end = page * limit;
  const seen = map?.storiesWithin(box, { countryCode, most: end <= deepest ? end + 1 : 0, cap: totalCap });
  const within = locatedStopsFilter(box, countryCode);
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

/** A total beyond the cap, known from the map, saves the count in the read model. */
function fromReadModel({ page, limit }: StoriesByBounds, filter: Filter, seen: StoriesInBox | undefined, reads: Reads): Promise<Page<Itinerary>> {
  const childMatches = { collection: stops, key: 'itineraryId', filter };
  const isKnown = (seen?.total ?? 0) > totalCap;
  return reads.list(itineraries, { page, limit, sort: byLikes, after: null }, { childMatches, ...(isKnown && { total: totalCap + 1 }) });
}

/** Non-public stories of the caller with a stop in the box; null when the read model must answer. */
async function ownWithin(principal: Principal, within: Filter, reads: Reads): Promise<RankedStory[] | null> {
  if (isModerator(principal)) return null;
  if (!principal.accountId) return [];
  const own = await reads.all(itineraries, { op: 'and', of: [eq('accountId', principal.accountId), unlisted] }, byLikes, mostOwn + 1);
  if (own.length === 0) return [];
  const ids = own.map(({ id }) => id);
  const there = await reads.all(stops, { op: 'and', of: [{ op: 'in', field: 'itineraryId', values: ids }, within] }, [], mostOwnStops + 1);
  if (own.length > mostOwn || there.length > mostOwnStops) return null;
  const storiesThere = new Set(there.map(({ itineraryId }) => itineraryId));
  return own.filter(({ id }) => storiesThere.has(id)).map((doc) => ({ id: doc.id, ...storyRankOf(doc) }));
}

/** Names of countries that have stops but no record. */
const regionNames = new Intl.DisplayNames('en', { type: 'region' });

/**
 * Country cards, counted and ranked on the map in memory. Answers are as recent as the read model at the time of the request, like any other read.
 */
export const bindStopMapRoutes = (
  map: Pick<StopMapReplica, 'current' | 'isFilled' | 'reached'>,
  readSide: Pick<ReadSide, 'watermark'>,
): BoundRoutes => {
  /** Whether the map has reached the watermark of the read model. */
  const isCurrent = async (reads: Reads): Promise<boolean> => {
    // The call reads no document, but waits for the caller's last write, and marks the answer as based on this projection.
    await reads.byIds(stops, []);
    // Inline documents are readable before the watermark of the projection reaches their event.
    return map.reached(Math.max(readSide.watermark(stories.name), reads.after));
  };
  return bindRoutes(stopMapRoutes, {
    listItinerariesByBounds: async ({ query: { page, limit, countryCode, ...corners }, principal }, { reads }) => {
      const box = boxOf(corners) ?? { south: -90, west: -180, north: 90, east: 180 };
      const current = map.isFilled() && (await isCurrent(reads)) ? map.current() : null;
      const found = await storiesByBounds(current, { box, countryCode, page, limit }, principal, reads);
      return { body: { ...found, items: await cardsOf(found.items, reads) } };
    },
    listCountriesInView: async ({ query }, { reads }) => {
      if (!(await isCurrent(reads))) throw new Rejected('read/behind', { projection: stories.name });
      const seen = map.current().countriesIn(boxOf(query));
      const known = await reads.byIds(
        countries,
        seen.map(({ countryId }) => countryId),
      );
      const byId = new Map(known.map((country) => [country.id, country]));
      return { body: { items: seen.flatMap((country) => cardOf(country, byId.get(country.countryId))) } };
    },
  });
};

function cardOf(
  { countryId: id, code, ...seen }: CountryOnMap,
  country: Pick<CountryInView, 'code' | 'name' | 'imageUrl'> | undefined,
): CountryInView[] {
  if (country) return [{ id, code: country.code, name: country.name, imageUrl: country.imageUrl, ...seen }];
  return code === null ? [] : [{ id, code, name: regionNames.of(code) ?? code, imageUrl: null, ...seen }];
}

/** The map of stops of a process that answers reads: filled in the background, kept current, served as tiles and country cards. */
export async function openStopMap({
  engines,
  readSide,
  log,
}: Pick<OpenServices, 'engines' | 'readSide' | 'log'>): Promise<ServiceParts & { map: StopMapReplica }> {
  const map = replicateStopMap(engines, log);
  return {
    map,
    routes: [bindStopMapRoutes(map, readSide)],
    // Called only where reads are answered: other processes do not need the map.
    mount: async (app) => {
      serveTiles(app, map);
      map.start();
    },
    stop: map.stop,
  };
}
