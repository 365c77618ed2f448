import { ifAvailable } from '@waystory/infra/errors.ts';
import { type BoundRoutes, bindRoutes } from '@waystory/infra/http/route-handler.ts';
import { foldName } from '@waystory/infra/places/name-fit.ts';
import { searchResults } from '@waystory/infra/read-models/indexes/search-reads.ts';
import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import { type PlaceOnMap, storyPlaceRoutes } from '@waystory/proto/itineraries/story-place.ts';
import { wrapLongitude } from '@waystory/proto/kit/distance.ts';
import type { Box, Filter } from '@waystory/proto/kit/filter.ts';
import { stops } from '../itinerary/stories.projection.ts';
import { choosePlace } from '../place/place-choice.ts';
import type { RankedFind } from '../place/place-finds.ts';
import type { PlaceSearch } from '../place/place-search.ts';
import { locatedStopsFilter } from '../stop/stop.filters.ts';
import type { StopMapReplica } from '../stop-map/stop-map.replica.ts';
import type { StopMap } from '../stop-map/stop-map.ts';
import { storyPlacesOf } from './story-place.view.ts';

/** Most namesakes that are offered. */
const mostMeant = 3;

/** Kinds of places that contain others, with the distance from their middle to the edge of the shown map, degrees of latitude. */
const reaches: Readonly<Record<string, number>> = { country: 4, region: 1.5, district: 0.5, locality: 0.1, place: 0.2 };
/** Distance from the middle to the edge of the shown map for places that are no area, degrees of latitude. */
const usualReach = 0.04;
/** Smallest cosine of a latitude. Nearer to the poles all longitudes are in view. */
const leastCosine = 0.01;

/** Whether a place contains others, so that its stories are shown around it. */
const isArea = ({ featureType }: Pick<PlaceSearchResult, 'featureType'>): boolean => Object.hasOwn(reaches, featureType ?? '');

/**
 * Places meant by search words: at most three places of this name, or the place that is far more popular than the others. For an unfinished name, the
 * best area whose name begins with the words.
 */
export function placesMeant(words: string, ranked: readonly RankedFind[]): PlaceSearchResult[] {
  const choice = choosePlace(ranked.filter(({ match }) => match.extent !== 'part'));
  if ('chosen' in choice) return [choice.chosen];
  if (choice.candidates.length > 0) return choice.candidates.slice(0, mostMeant);
  const begun = foldName(words);
  return ranked
    .filter(({ item, match }) => isArea(item) && !match.slipped && foldName(item.name).startsWith(begun))
    .slice(0, 1)
    .map(({ item }) => item);
}

function boxAround({ featureType, coordinates: { latitude, longitude } }: PlaceSearchResult): Box {
  const north = reaches[featureType ?? ''] ?? usualReach;
  const east = Math.min(180, north / Math.max(leastCosine, Math.cos((latitude * Math.PI) / 180)));
  return {
    ...{ south: Math.max(-90, latitude - north), north: Math.min(90, latitude + north) },
    ...{ west: wrapLongitude(longitude - east), east: wrapLongitude(longitude + east) },
  };
}

const boundsOf = ({ south, west, north, east }: Box): PlaceOnMap['bounds'] => ({
  southWest: { lat: rounded(south), lng: rounded(west) },
  northEast: { lat: rounded(north), lng: rounded(east) },
});
/** Rounds to about a metre, the precision of bounds in URLs. */
const rounded = (degrees: number): number => Number(degrees.toFixed(5));

/** A place with its part of the map. Its counts are null except for a country or town, because the extent of other places is unknown. */
export function placeOnMap(find: PlaceSearchResult, map: Pick<StopMap, 'countriesIn' | 'countWithin'>): PlaceOnMap {
  const box = boxAround(find);
  if (find.featureType === 'country') {
    const country = map.countriesIn(null).find(({ code }) => code === find.address.countryCode);
    const { bounds = boundsOf(box), itinerariesCount = 0, stopsCount = 0 } = country ?? {};
    return { ...find, bounds, itinerariesCount, stopsCount };
  }
  const counts = find.featureType === 'place' ? map.countWithin(box) : { itinerariesCount: null, stopsCount: null };
  return { ...find, bounds: boundsOf(box), ...counts };
}

/** Number of results from which the meant places are chosen. */
const looked = 8;

/** Places of stories are found by the words of their best stop. Their stories and stops are counted on the map in memory. */
export const bindStoryPlaceRoutes = (search: Pick<PlaceSearch, 'find'>, map: Pick<StopMapReplica, 'current' | 'reached'>): BoundRoutes =>
  bindRoutes(storyPlaceRoutes, {
    searchStoryPlaces: async ({ query, principal }, { reads }) => {
      // Without the place search, the places meant by the words are left out; places of stories are still found.
      const ranked = (await ifAvailable(search.find(query.q, { limit: looked }, principal, reads))) ?? [];
      const meant = placesMeant(query.q, ranked);
      // A map that lags behind counts too few.
      await map.reached(reads.after);
      const body = await searchResults(
        query,
        () => reads.search(stops, query, { where: locatedStopsFilter(null), narrow: apartFrom(meant.filter(isArea)), onePer: 'placeId' }),
        (docs) => storyPlacesOf(docs, map.current(), reads),
      );
      const found = new Set(body.results.map(({ entity }) => entity.id));
      const onMap = meant.filter(({ placeId }) => placeId === null || !found.has(placeId)).map((find) => placeOnMap(find, map.current()));
      return { body: { ...body, onMap } };
    },
  });

/** Excludes the areas that are answered separately. */
function apartFrom(areas: readonly PlaceSearchResult[]): Filter | null {
  const values = areas.flatMap(({ placeId }) => placeId ?? []);
  return values.length > 0 ? { op: 'not', of: { op: 'in', field: 'placeId', values } } : null;
}
