import { derivedId } from '@waystory/infra/identifier.ts';
import type { PlaceSource } from '@waystory/proto/assistant/tools/placed-stop.ts';
import type { PlaceFind } from '@waystory/proto/itineraries/place-search.ts';
import { kmFromNearest, stopsOf } from './placed-stop.ts';
import type { RunTool } from './tool-context.ts';

const usualLimit = 5;

/** How ids of the built-in gazetteer begin; all others are of the map service. */
const gazetteerId = /^(geonames|country|poi)\./;
export const sourceOf = (mapboxId: string | null): PlaceSource =>
  mapboxId === null ? 'RECORDED' : gazetteerId.test(mapboxId) ? 'GAZETTEER' : 'MAP_SERVICE';

/** The id that a place of the map service has here as soon as a stop is added there. */
export const placeIdOf = (mapboxId: string): string => derivedId('place', mapboxId);
const idOf = ({ placeId, mapboxId }: PlaceFind): string => placeId ?? placeIdOf(mapboxId ?? '');

/** Places by their name, those near the trip first. What others typed is left out: a text of theirs could tell the model what to do. */
export const lookupLocation: RunTool<'lookup_location'> = async ({ query, itineraryId, limit }, { api }) => {
  const stops = itineraryId ? (await stopsOf(api, itineraryId)).filter(({ isLocated }) => isLocated) : [];
  const middle = stops.at(-1)?.coordinates;
  const near = middle && `${middle.latitude.toFixed(4)},${middle.longitude.toFixed(4)}`;
  const { items } = await api.searchPlaces({ query: { q: query, limit: String(limit ?? usualLimit), typed: 'own', ...(near && { near }) } });
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
