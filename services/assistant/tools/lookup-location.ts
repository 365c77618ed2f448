import { Rejected } from '@waystory/infra/errors.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import type { PlaceSource } from '@waystory/proto/assistant/tools/placed-stop.ts';
import type { PlaceFind } from '@waystory/proto/itineraries/place-search.ts';
import { farthest, kmFromNearest, stopsOf } from './placed-stop.ts';
import type { RunTool } from './tool-context.ts';

const usualLimit = 5;
/** As many as a search gives, to see whether one of them is near. */
const searched = 20;

/** How ids of the built-in gazetteer begin; all others are of the map service. */
const gazetteerId = /^(geonames|country|poi)\./;
export const sourceOf = (mapboxId: string | null): PlaceSource =>
  mapboxId === null ? 'RECORDED' : gazetteerId.test(mapboxId) ? 'GAZETTEER' : 'MAP_SERVICE';

/** The id that a place of the map service has here as soon as a stop is added there. */
export const placeIdOf = (mapboxId: string): string => derivedId('place', mapboxId);
const idOf = ({ placeId, mapboxId }: PlaceFind): string => placeId ?? placeIdOf(mapboxId ?? '');

/** How the model is told of places of which none may be taken without asking: by their names alone, without ids. */
const asChoice = ({ placeName }: PlaceFind, km: number | null): string =>
  km === null ? placeName : `${placeName} (${Math.round(km)} km from the trip)`;

/**
 * Places by their name, those that it means in the trip first. What others typed is left out: a text of theirs could tell the model what to do.
 * @throws Rejected `place/ambiguous` with candidates when none is near the trip and none is sure to be meant: then the user has to say which.
 */
export const lookupLocation: RunTool<'lookup_location'> = async ({ query, itineraryId, limit }, { api }) => {
  const stops = itineraryId ? (await stopsOf(api, itineraryId)).filter(({ isLocated }) => isLocated) : [];
  const most = limit ?? usualLimit;
  const found = await api.searchPlaces({ query: { q: query, limit: String(searched), typed: 'own', ...(itineraryId && { itineraryId }) } });
  const isNear = ({ coordinates }: PlaceFind): boolean => (kmFromNearest(coordinates, stops) ?? 0) <= farthest;
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
      source: find.placeId ? 'RECORDED' : sourceOf(find.mapboxId),
    })),
  };
};
