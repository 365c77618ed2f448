import { found } from '@waystory/infra/kit/answers.ts';
import { Rejected } from '@waystory/infra/kit/decider.ts';
import { derivedId } from '@waystory/infra/kit/identifier.ts';
import { accountOf, type HandlerServices, type Request } from '@waystory/infra/kit/route-handler.ts';
import type { Viewer } from '@waystory/infra/kit/viewer.ts';
import type { Place } from '@waystory/proto/itineraries/place.ts';
import type { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { allOf, anyOf, eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { countryIdOf } from '../country/country.ts';
import type { ChosenPlace } from '../stop/stop.ts';
import { customPlaceId } from './custom-place.ts';
import { noAddress, type PlaceRecord, placeStream } from './place.ts';
import { findable, ownPlaces, places } from './places.projection.ts';

type AddStopRequest = Request<typeof stopRoutes.addStop>;

/** How many candidates an ambiguous name is answered with. */
const maxCandidates = 10;

/** The place of a new stop, and what creates it when it is not recorded yet. */
export interface ResolvedPlace {
  place: ChosenPlace;
  create: (() => Promise<unknown>) | null;
}

/**
 * The place that a new stop names, in one of its four ways. Coordinates with a name are a place of their own, which the caller creates
 * once nothing else speaks against the stop.
 * @throws Rejected `place/unknown`, `place/not-found`, or `place/ambiguous` with the candidates.
 */
export async function resolvePlace(request: AddStopRequest, services: HandlerServices): Promise<ResolvedPlace> {
  const { placeId, mapboxId, featureType, locationQuery, coordinates } = request.body;
  if (placeId) return recorded(await inSight(placeId, request, services));
  const known = mapboxId && (await onlyOne({ mapboxId, featureType }, request, services));
  if (known) return recorded(known);
  if (mapboxId && !coordinates) throw new Rejected('place/not-found', { mapboxId });
  if (locationQuery) return recorded(await bestMatch(locationQuery, request, services));
  return newPlace(request, services);
}

/** What a request says of the stop itself. */
export function withoutPlace(body: AddStopRequest['body']) {
  const { placeId: _p, mapboxId: _m, featureType: _f, locationQuery: _l, coordinates: _c, address: _a, ...rest } = body;
  const { placeName: _n, placeFullName: _u, placeFormatted: _o, poiCategories: _i, maki: _k, ...stop } = rest;
  return stop;
}

/** A place by its id. A custom one that the caller does not see answers as if it did not exist. */
async function inSight(placeId: string, { viewer }: AddStopRequest, { commands, reads }: HandlerServices): Promise<PlaceRecord> {
  const place = found((await commands.load(placeStream, placeId)).state, 'place/unknown');
  const isOpen = place.origin === 'WORLD' || (place.accountId !== null && place.accountId === viewer.accountId);
  return isOpen ? place : found((await reads.one(places, placeId)) && place, 'place/unknown');
}

const recorded = (place: PlaceRecord): ResolvedPlace => ({ place: stopPlaceOf(place), create: null });

const stopPlaceOf = (place: Pick<PlaceRecord, 'id' | 'name' | 'placeName' | 'coordinates' | 'address' | 'origin'>): ChosenPlace => ({
  placeOrigin: place.origin,
  placeId: place.id,
  placeName: place.name,
  placeFullName: place.placeName ?? place.name,
  coordinates: place.coordinates,
  address: place.address,
  countryId: place.address.countryCode && countryIdOf(place.address.countryCode),
  countryCode: place.address.countryCode,
});

/** Only what the caller could find in a list: an unlisted place is for those who have its link, and what moderators see is not theirs. */
const foundBy = ({ accountId }: Viewer, filter: Filter): Filter => allOf(findable(accountId), filter) ?? filter;

type MapService = { mapboxId: string; featureType: string | undefined };

async function onlyOne({ mapboxId, featureType }: MapService, { viewer }: AddStopRequest, { reads }: HandlerServices) {
  // That a custom place of somebody else has this id is nothing but what they say.
  const trusted = viewer.accountId ? anyOf(eq('origin', 'WORLD'), ownPlaces(viewer.accountId)) : eq('origin', 'WORLD');
  const known = await reads.all(places, { op: 'and', of: [eq('mapboxId', mapboxId), trusted] }, [], maxCandidates);
  return known.find((candidate) => !featureType || candidate.featureType === featureType);
}

/** A place of exactly this name, else the only one whose name holds these words. */
async function bestMatch(words: string, { viewer }: AddStopRequest, { reads }: HandlerServices): Promise<PlaceRecord> {
  const called = (filter: Filter) => reads.all(places, foundBy(viewer, filter), [{ field: 'name', direction: 1 }], maxCandidates + 1);
  for (const op of ['eq', 'startsWith', 'contains'] as const) {
    const candidates = await called({ op, field: 'name', value: words });
    const [place] = candidates;
    if (place && candidates.length === 1) return place;
    if (place) throw new Rejected('place/ambiguous', { candidates: candidates.slice(0, maxCandidates).map(candidate) });
  }
  throw new Rejected('place/not-found', { locationQuery: words });
}

const candidate = ({ id, name, placeName, coordinates }: Place) => ({ placeId: id, name, placeName, coordinates });

/** A custom place: it comes with the stop and is seen by those who see that. */
function newPlace({ body, context, viewer }: AddStopRequest, { commands }: HandlerServices): ResolvedPlace {
  const { coordinates, address = noAddress, featureType, mapboxId, placeFullName, placeFormatted, poiCategories, maki } = body;
  if (!coordinates) throw new Rejected('place/unknown');
  const accountId = accountOf({ viewer });
  const written = [body.placeName, address.addressLine1].map((one) => one?.trim()).find(Boolean);
  const name = written ?? `${coordinates.latitude.toFixed(4)}, ${coordinates.longitude.toFixed(4)}`;
  const { actorId, now } = context;
  const own = { actorId, now, commandId: derivedId(context.commandId, 'place') };
  const more = { mapboxId, featureType, placeName: placeFullName, placeFormatted, poiCategories, maki };
  const place = { name, coordinates, address, ...more };
  const id = customPlaceId(accountId, place);
  return {
    place: stopPlaceOf({ id, name, placeName: placeFullName ?? null, coordinates, address, origin: 'PERSON' }),
    create: () => commands.execute(placeStream, id, [{ type: 'CreatePlace', placeId: id, place, accountId }], own),
  };
}
