import { type LinkedCommand, linkedCommand } from '@waystory/infra/commands/decider.ts';
import { EngineUnavailable, orThrow, Rejected } from '@waystory/infra/errors.ts';
import { type HandlerServices, type RouteRequest, requireAccountId } from '@waystory/infra/http/route-handler.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import type { Stop, stopOfNewItinerary, stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import type { placeReference } from '@waystory/proto/itineraries/stop-place.ts';
import { anyOf, eq } from '@waystory/proto/kit/filter.ts';
import type { z } from 'zod';
import { countryIdOf } from '../country/country.ts';
import type { ChosenPlace } from '../stop/stop.ts';
import { customPlaceId, noAddress, type PlaceCommand, type PlaceRecord, placeStream } from './place.ts';
import { findInStory, type StoryExtent } from './place-choice.ts';
import { placeFindOf } from './place-finds.ts';
import type { PlaceSearch } from './place-search.ts';
import { linkedPlacesFilter, ownPlacesFilter, places, placesProjection } from './places.projection.ts';

type AddStopRequest = RouteRequest<typeof stopRoutes.addStop>;
/** A reference to a place, and its caller. */
type PlaceRequest = Pick<AddStopRequest, 'principal'> & { body: z.output<z.ZodObject<typeof placeReference>> };

/** Most candidates in the answer to an ambiguous name. */
const maxCandidates = 10;

/** Place search and extent of a story. */
interface PlacesOfStory {
  search: PlaceSearch;
  /** Extent of the story, computed only when words are resolved. */
  areaOf: () => Promise<StoryExtent>;
}

/** Place of a stop, with the commands that record the place where it may be new. */
export interface ResolvedPlace {
  place: ChosenPlace;
  links: readonly LinkedCommand[];
}

/**
 * Place of a stop from a request: by place id, map service id, words, or coordinates. A new place of the provider, or one at coordinates, is recorded
 * together with the stop; a place with approximate coordinates is not.
 * @throws Rejected `place/unknown`, `place/not-found`, or `place/ambiguous` with the candidates. EngineUnavailable.
 */
export async function resolvePlace(request: PlaceRequest, services: HandlerServices, { search, areaOf }: PlacesOfStory): Promise<ResolvedPlace> {
  const { placeId, mapboxId, locationQuery, coordinates } = request.body;
  if (placeId) return recorded(await inSight(placeId, request, services));
  if (locationQuery) return placeOf(await bestMatch(locationQuery, request, services, { search, areaOf }), request, services);
  if (!mapboxId) return newPlace(request);
  const known = await recordedAs(mapboxId, request, services);
  if (known) return recorded(known);
  const find = await retrieved(mapboxId, coordinates !== undefined, search);
  if (!find && coordinates) return newPlace(request);
  // A provider's place is taken only from the provider, so that no caller can rename or move a well-known place.
  if (!find || (request.body.featureType && request.body.featureType !== find.featureType)) throw new Rejected('place/not-found', { mapboxId });
  return placeOf(find, request, services);
}

/** Fields of a request that concern the stop itself, and who it is from. */
export function stopFieldsOf<B extends z.output<typeof stopOfNewItinerary>>(body: B) {
  const { placeId: _p, mapboxId: _m, featureType: _f, locationQuery: _l, coordinates: _c, address: _a, ...rest } = body;
  const { placeName: _n, placeFullName: _u, placeFormatted: _o, poiCategories: _i, maki: _k, isLocated: _s, state, ...stop } = rest;
  const origin: Stop['origin'] = state === 'SUGGESTED' ? 'ASSISTANT' : 'PERSON';
  return { stop, origin };
}

const recorded = (place: PlaceRecord): ResolvedPlace => ({ place: stopPlaceOf(place), links: [] });

type KnownPlace = Pick<PlaceRecord, 'id' | 'name' | 'placeName' | 'coordinates' | 'address' | 'origin'> & Partial<Pick<PlaceRecord, 'otherNames'>>;

const stopPlaceOf = (place: KnownPlace): ChosenPlace => ({
  placeOrigin: place.origin,
  placeId: place.id,
  placeName: place.name,
  placeFullName: place.placeName ?? place.name,
  ...(place.otherNames?.length && { placeOtherNames: place.otherNames }),
  coordinates: place.coordinates,
  address: place.address,
  countryId: place.address.countryCode && countryIdOf(place.address.countryCode),
  countryCode: place.address.countryCode,
});

const isRecorded = (place: PlaceRecord | null): boolean => place !== null;

/** A place by its id. A custom place that the caller may not see answers as unknown, also to moderators, because their stop would publish it. */
async function inSight(placeId: string, { principal }: PlaceRequest, { commands, reads }: HandlerServices): Promise<PlaceRecord> {
  const place = orThrow((await commands.recall(placeStream, placeId, isRecorded)).state, 'place/unknown');
  const isOpen = place.origin === 'WORLD' || (place.accountId !== null && place.accountId === principal.accountId);
  return isOpen ? place : orThrow((await reads.one(places, placeId, { where: linkedPlacesFilter(principal.accountId) })) && place, 'place/unknown');
}

async function recordedAs(mapboxId: string, { principal, body }: PlaceRequest, { reads }: HandlerServices): Promise<PlaceRecord | undefined> {
  // A custom place of another account is not trusted, because its map service id is an unverified claim.
  const trusted = principal.accountId ? anyOf(eq('origin', 'WORLD'), ownPlacesFilter(principal.accountId)) : eq('origin', 'WORLD');
  const known = await reads.all(places, { op: 'and', of: [eq('mapboxId', mapboxId), trusted] }, [], maxCandidates);
  return known.find((candidate) => !body.featureType || candidate.featureType === body.featureType);
}

/** The provider's place of an id. If the provider is unavailable, coordinates from the caller suffice. */
async function retrieved(mapboxId: string, isEnoughKnown: boolean, { provider }: PlaceSearch): Promise<PlaceSearchResult | null> {
  const find = await provider.retrieve(mapboxId).catch((error: unknown) => {
    if (isEnoughKnown && error instanceof EngineUnavailable) return null;
    throw error;
  });
  return find && placeFindOf(find);
}

async function bestMatch(
  words: string,
  { principal }: PlaceRequest,
  { reads }: HandlerServices,
  { search, areaOf }: PlacesOfStory,
): Promise<PlaceSearchResult> {
  // Without the names of recorded places, a seemingly unique name may be ambiguous.
  if (!(await search.ready())) throw new Rejected('read/behind', { projection: placesProjection.name });
  const { choice } = await findInStory(await areaOf(), (options) => search.find(words, options, principal, reads));
  if ('chosen' in choice) return choice.chosen;
  if (choice.candidates.length === 0) throw new Rejected('place/not-found', { locationQuery: words });
  throw new Rejected('place/ambiguous', { candidates: choice.candidates.slice(0, maxCandidates).map(candidate) });
}

/** Fields that suffice to choose a candidate and to send it back as `placeId`, or as `mapboxId` with `featureType`. */
const candidate = ({ placeId, mapboxId, featureType, name, placeName, coordinates }: PlaceSearchResult) => ({
  ...{ placeId, mapboxId, featureType, name, placeName, coordinates },
});

/**
 * Place of a find, with the command that records it if needed. A provider's place gets an id derived from the provider's id, so that it is recorded
 * only once.
 */
async function placeOf(find: PlaceSearchResult, request: PlaceRequest, services: HandlerServices): Promise<ResolvedPlace> {
  const { placeId, mapboxId, name, placeName, placeFormatted, featureType, coordinates, address, poiCategories, maki, wikidataId } = find;
  if (placeId) return recorded(await inSight(placeId, request, services));
  const id = derivedId('place', mapboxId ?? '');
  const { state } = await services.commands.recall(placeStream, id, isRecorded);
  if (state) return recorded(state);
  const known = { name, coordinates, address, mapboxId, featureType, placeName, placeFormatted, poiCategories, maki };
  const place = { ...known, ...(wikidataId && { wikidataId }) };
  return { place: stopPlaceOf({ id, ...known, origin: 'WORLD' }), links: [creation({ placeId: id, place })] };
}

/** A custom place, created with its stop and visible to the audience of the stop. */
function newPlace(request: PlaceRequest): ResolvedPlace {
  const { coordinates, address = noAddress, featureType, mapboxId, placeFullName, placeFormatted, poiCategories, maki, ...body } = request.body;
  if (!coordinates) throw new Rejected('place/unknown');
  const accountId = requireAccountId(request);
  const written = [body.placeName, address.addressLine1].map((one) => one?.trim()).find(Boolean);
  const name = written ?? `${coordinates.latitude.toFixed(4)}, ${coordinates.longitude.toFixed(4)}`;
  const place = { name, coordinates, address, mapboxId, featureType, placeName: placeFullName, placeFormatted, poiCategories, maki };
  const id = customPlaceId(accountId, place);
  const ofStop = stopPlaceOf({ id, name, placeName: placeFullName ?? null, coordinates, address, origin: 'PERSON' });
  // A place with approximate coordinates is not recorded and cannot be found.
  if (body.isLocated === false) return { place: { ...ofStop, isLocated: false }, links: [] };
  return { place: ofStop, links: [creation({ placeId: id, place, accountId })] };
}

type NewPlace = Omit<Extract<PlaceCommand, { type: 'CreatePlace' }>, 'type'>;

const creation = (place: NewPlace): LinkedCommand => linkedCommand(placeStream, place.placeId, { type: 'CreatePlace', ...place });
