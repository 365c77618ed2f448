import { found } from '@waystory/infra/kit/answers.ts';
import { Rejected } from '@waystory/infra/kit/decider.ts';
import { derivedId } from '@waystory/infra/kit/identifier.ts';
import type { HandlerServices, Request } from '@waystory/infra/kit/route-handler.ts';
import type { Place } from '@waystory/proto/itineraries/place.ts';
import type { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import type { StopPlace } from '@waystory/proto/itineraries/stop-place.ts';
import type { Filter } from '@waystory/proto/kit/filter.ts';
import { countryIdOf } from '../country/country.ts';
import { noAddress, placeStream } from './place.ts';
import { places } from './places.projection.ts';

type AddStopRequest = Request<typeof stopRoutes.addStop>;

/** How many candidates an ambiguous name is answered with. */
const maxCandidates = 10;

/** The place of a new stop, and what creates it when it is not recorded yet. */
export interface ResolvedPlace {
  place: StopPlace;
  create: (() => Promise<unknown>) | null;
}

/**
 * The place that a new stop names, in one of its four ways. Coordinates with a name are a place of their own, which the caller creates
 * once nothing else speaks against the stop.
 * @throws Rejected `place/unknown`, `place/not-found`, or `place/ambiguous` with the candidates.
 */
export async function resolvePlace(request: AddStopRequest, services: HandlerServices): Promise<ResolvedPlace> {
  const { placeId, mapboxId, featureType, locationQuery, coordinates } = request.body;
  if (placeId) return recorded(found((await services.commands.load(placeStream, placeId)).state, 'place/unknown'));
  const known = mapboxId && (await onlyOne({ mapboxId, featureType }, services));
  if (known) return recorded(known);
  if (mapboxId && !coordinates) throw new Rejected('place/not-found', { mapboxId });
  if (locationQuery) return recorded(await bestMatch(locationQuery, services));
  return newPlace(request, services);
}

/** What a request says of the stop itself. */
export function withoutPlace(body: AddStopRequest['body']) {
  const { placeId: _p, mapboxId: _m, featureType: _f, locationQuery: _l, coordinates: _c, address: _a, ...rest } = body;
  const { placeName: _n, placeFullName: _u, placeFormatted: _o, poiCategories: _i, maki: _k, ...stop } = rest;
  return stop;
}

const recorded = (place: Place): ResolvedPlace => ({ place: stopPlaceOf(place), create: null });

const stopPlaceOf = (place: Pick<Place, 'id' | 'name' | 'placeName' | 'coordinates' | 'address'>): StopPlace => ({
  placeId: place.id,
  placeName: place.name,
  placeFullName: place.placeName ?? place.name,
  coordinates: place.coordinates,
  address: place.address,
  countryId: place.address.countryCode && countryIdOf(place.address.countryCode),
  countryCode: place.address.countryCode,
});

type MapService = { mapboxId: string; featureType: string | undefined };

async function onlyOne({ mapboxId, featureType }: MapService, { reads }: HandlerServices): Promise<Place | undefined> {
  const known = await reads.all(places, { op: 'eq', field: 'mapboxId', value: mapboxId }, [], maxCandidates);
  return known.find((candidate) => !featureType || candidate.featureType === featureType);
}

/** A place of exactly this name, else the only one whose name holds these words. */
async function bestMatch(words: string, { reads }: HandlerServices): Promise<Place> {
  const called = (filter: Filter) => reads.all(places, filter, [{ field: 'name', direction: 1 }], maxCandidates + 1);
  for (const op of ['eq', 'startsWith', 'contains'] as const) {
    const candidates = await called({ op, field: 'name', value: words });
    const [place] = candidates;
    if (place && candidates.length === 1) return place;
    if (place) throw new Rejected('place/ambiguous', { candidates: candidates.slice(0, maxCandidates).map(candidate) });
  }
  throw new Rejected('place/not-found', { locationQuery: words });
}

const candidate = ({ id, name, placeName, coordinates }: Place) => ({ placeId: id, name, placeName, coordinates });

/** The same name at the same spot is the same place, so repeating the request makes no second one. */
function newPlace({ body, context }: AddStopRequest, { commands }: HandlerServices): ResolvedPlace {
  const { coordinates, address = noAddress, featureType, mapboxId, placeFullName, placeFormatted, poiCategories, maki } = body;
  if (!coordinates) throw new Rejected('place/unknown');
  // Not by the title of the stop: everyone finds places, and the story may be private.
  const written = [body.placeName, address.addressLine1].map((one) => one?.trim()).find(Boolean);
  const name = written ?? `${coordinates.latitude.toFixed(4)}, ${coordinates.longitude.toFixed(4)}`;
  const id = derivedId('place', name, String(coordinates.latitude), String(coordinates.longitude));
  const { actorId, now } = context;
  const own = { actorId, now, commandId: derivedId(context.commandId, 'place') };
  const more = { mapboxId, featureType, placeName: placeFullName, placeFormatted, poiCategories, maki };
  const place = { name, coordinates, address, ...more };
  return {
    place: stopPlaceOf({ id, name, placeName: placeFullName ?? null, coordinates, address }),
    create: () => commands.execute(placeStream, id, [{ type: 'CreatePlace', placeId: id, place }], own),
  };
}
