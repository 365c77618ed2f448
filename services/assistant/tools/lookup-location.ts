import { Rejected } from '@waystory/infra/errors.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import type { PlaceSource } from '@waystory/proto/assistant/tools/placed-stop.ts';
import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import { farthestKm, kmFromNearest, stopsOf } from './placed-stop.ts';
import type { RunTool } from './tool-context.ts';

const usualLimit = 5;
/** Number of results requested from the search. More than shown, because a place near the trip may rank low. */
const searched = 20;

/** Id prefixes of the built-in gazetteer; all other ids are the map service's. */
const gazetteerId = /^(geonames|country|poi)\./;
export const placeSourceOf = (mapboxId: string | null): PlaceSource =>
  mapboxId === null ? 'RECORDED' : gazetteerId.test(mapboxId) ? 'GAZETTEER' : 'MAP_SERVICE';

/** Id that a place of the map service gets when its first stop is added. */
export const placeIdOf = (mapboxId: string): string => derivedId('place', mapboxId);
const idOf = ({ placeId, mapboxId }: PlaceSearchResult): string => placeId ?? placeIdOf(mapboxId ?? '');

/** A candidate that needs the user's choice, by name and without an id, so that the model cannot take it. */
const asChoice = ({ placeName }: PlaceSearchResult, km: number | null): string =>
  km === null ? placeName : `${placeName} (${Math.round(km)} km from the trip)`;

/**
 * Looks up places by name, likely places of the trip first. Custom places of other users are left out, because their names could instruct the model.
 * @throws Rejected `place/ambiguous` with candidates when no place is near the trip and none clearly matches: the user must choose.
 */
export const lookupLocation: RunTool<'lookup_location'> = async ({ query, itineraryId, limit }, { api }) => {
  const stops = itineraryId ? (await stopsOf(api, itineraryId)).filter(({ isLocated }) => isLocated) : [];
  const most = limit ?? usualLimit;
  const found = await api.searchPlaces({ query: { q: query, limit: String(searched), typed: 'own', ...(itineraryId && { itineraryId }) } });
  const isNear = ({ coordinates }: PlaceSearchResult): boolean => (kmFromNearest(coordinates, stops) ?? 0) <= farthestKm;
  const items = (found.isMeant ? found.items : found.items.filter(isNear)).slice(0, most);
  if (items.length === 0 && found.items.length > 0) {
    const candidates = found.items.slice(0, usualLimit).map((find) => asChoice(find, kmFromNearest(find.coordinates, stops)));
    throw new Rejected('place/ambiguous', { candidates });
  }
  return {
    candidates: items.map((find) => ({
      placeId: idOf(find),
      mapboxId: find.placeId ? null : find.mapboxId,
      name: find.name,
      placeName: find.placeName,
      featureType: find.featureType,
      coordinates: find.coordinates,
      address: find.address,
      kmFromTrip: kmFromNearest(find.coordinates, stops),
      source: find.placeId ? 'RECORDED' : placeSourceOf(find.mapboxId),
    })),
  };
};
