import type { Log } from '@waystory/infra/log.ts';
import { countryNames } from '@waystory/infra/places/countries.ts';
import { poiIcons } from '@waystory/infra/places/points-of-interest.ts';
import type { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { SentRequest } from '@waystory/proto/kit/route.ts';
import { type WorldPictures, worldPicturesOf } from './covers.ts';
import { authorsOf, type City, countryOf, type PlaceOfInterest, type PlannedDay, type PlannedItinerary, placesOf, type World } from './data.ts';
import { openEditorClient, seedKeyOf, type WorldClient, type WorldClientFor } from './world-client.ts';

/** Number of items of one list that are processed concurrently; 12 fill the group commits of the event store. */
const lanes = 12;

/** Processes all items with bounded concurrency. After a failure no further item starts, and running ones are awaited. */
async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  let failed = false;
  const lane = async (): Promise<void> => {
    for (const item of rest) {
      if (failed) return;
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
}

/** Data that all stories refer to: places by `<city>/<place>`, country ids by code, and picture URLs. */
interface Ground {
  places: ReturnType<typeof placesOf>;
  /** Id of the place `<city>/<place>` in the product, created at the first call. */
  recordOf: (address: string) => Promise<string>;
  countryIds: ReadonlyMap<string, string>;
  covers: WorldPictures;
}

/**
 * Creates one story as its author, in one request. A story that an earlier release began in several requests stays as it is.
 * @throws ResponseError, FetchError.
 */
async function tellStory(author: WorldClient, itinerary: PlannedItinerary, ground: Ground): Promise<void> {
  const { key, days, author: _, ...written } = itinerary;
  const addresses = [...new Set(days.flatMap(({ stops }) => stops.map(({ place }) => place)))];
  const placeIds = new Map<string, string>();
  await inLanes(addresses, async (address) => void placeIds.set(address, await ground.recordOf(address)));
  const told = days.map(({ stops, ...day }) => ({ ...day, stops: stopsOfDay(stops, placeIds, ground) }));
  const body = { ...written, days: told, imageUrl: ground.covers.itinerary(itinerary), countryIds: countriesOf(itinerary, ground) };
  await author.createItinerary({ idempotencyKey: seedKeyOf('itinerary', key), body: { ...body, visibility: 'PUBLIC' } }).catch((error: unknown) => {
    if (!(error instanceof ResponseError && error.problem?.code === 'request/key-reused')) throw error;
  });
}

/** Stops of a day with the travel time from the stop before. */
function stopsOfDay(stops: PlannedDay['stops'], placeIds: ReadonlyMap<string, string>, ground: Ground) {
  return stops.map(({ place: address, ...stop }, index) => {
    const { city, place } = knownPlace(address, ground);
    const before = stops[index - 1];
    const travelTimeMinutes = before ? travelMinutes(kilometresBetween(knownPlace(before.place, ground).place, place)) : null;
    return { ...stop, title: place.name, imageUrl: ground.covers.place(city, place), placeId: placeIds.get(address), travelTimeMinutes };
  });
}

/** @throws Error when the seed data lack the place. */
function knownPlace(address: string, { places }: Pick<Ground, 'places'>) {
  const place = places.get(address);
  if (!place) throw new Error(`The data has no place ${address}`);
  return place;
}

/** Countries of the stops in order of travel. */
function countriesOf({ days }: PlannedItinerary, ground: Ground): string[] {
  const codes = days.flatMap((day) => day.stops.map((stop) => knownPlace(stop.place, ground))).map(({ city, place }) => countryOf(city, place));
  return [...new Set(codes)].map((code) => {
    const id = ground.countryIds.get(code);
    if (!id) throw new Error(`There is no country ${code}`);
    return id;
  });
}

const walking = 4.5;
/** Longest walk, kilometres; longer distances are by public transport. */
const walkable = 3;
const transit = 18;

/** Travel time in minutes for a straight distance: on foot, or by public transport beyond 3 km. */
export const travelMinutes = (kilometres: number): number => Math.max(1, Math.round((kilometres / (kilometres > walkable ? transit : walking)) * 60));

type NewPlace = SentRequest<typeof placeRoutes.createPlace>['body'];

/** Request body that creates a place of interest. */
export function placeRecord(city: City, place: PlaceOfInterest): NewPlace {
  const { name, otherNames, latitude, longitude, category, addressLine1, postalCode, state, town = city.name } = place;
  const countryCode = countryOf(city, place);
  const countryName = countryNames.get(countryCode);
  return {
    name,
    otherNames,
    coordinates: { latitude, longitude },
    featureType: 'poi',
    address: { addressLine1, city: town, state, postalCode, countryName, countryCode },
    placeName: inWords(name, town, countryName),
    placeFormatted: inWords(addressLine1, postalCode ? `${postalCode} ${town}` : town, countryName),
    poiCategories: [category],
    maki: poiIcons[category],
  };
}

/** Address from small to large, as text; a city state appears once. */
const inWords = (...parts: (string | undefined)[]): string => [...new Set(parts.filter((part) => part !== undefined))].join(', ');

export interface SeedingServices {
  clientFor: WorldClientFor;
  log: Log;
}

const storiesPerLogLine = 50;

/**
 * Seeds the world through the public API. Idempotent, so a run after a crash continues it.
 * @throws ResponseError, FetchError of the first failed request, after all pending requests have ended.
 */
export async function seedWorld({ clientFor, log }: SeedingServices, world: World): Promise<void> {
  const editor = await openEditorClient(clientFor);
  const covers = worldPicturesOf(world);
  const countryIds = await addCountries(editor, covers);
  log.info({ countries: countryIds.size }, 'Countries are there');
  const authors = await openAccounts(clientFor, authorsOf(world));
  log.info({ authors: authors.size }, 'Authors are there');
  const places = placesOf(world);
  const recordOf = placeRecorder(editor, places, covers);

  let told = 0;
  const written = world.itineraries.flatMap((itinerary) => {
    const author = authors.get(itinerary.author);
    return author ? [{ author, itinerary }] : [];
  });
  await inLanes(written, async ({ author, itinerary }) => {
    await tellStory(author, itinerary, { places, recordOf, countryIds, covers });
    told += 1;
    if (told % storiesPerLogLine === 0) log.info({ told, of: world.itineraries.length }, 'Stories are being told');
  });
  log.info({ itineraries: told }, 'All stories are there');
  // Adds the places that no story visits.
  await inLanes([...places.keys()], async (address) => {
    await recordOf(address);
  });
  log.info({ places: places.size }, 'Places of interest are there');
}

/** Ids of all countries by code, missing countries created. Existing countries are not changed. */
async function addCountries(editor: WorldClient, covers: WorldPictures): Promise<Map<string, string>> {
  const { items } = await editor.listCountries({ query: { limit: 1_000 } });
  const ids = new Map(items.map(({ code, id }) => [code, id]));
  const missing = [...countryNames].filter(([code]) => !ids.has(code));
  await inLanes(missing, async ([code, name]) => {
    const { id } = await editor.createCountry({ idempotencyKey: seedKeyOf('country', code), body: { code, name, imageUrl: covers.country(code) } });
    ids.set(code, id);
  });
  return ids;
}

/** API clients of all authors by user name, with their accounts. */
async function openAccounts(clientFor: WorldClientFor, userNames: readonly string[]): Promise<Map<string, WorldClient>> {
  const clients = new Map<string, WorldClient>();
  await inLanes(userNames, async (userName) => {
    const client = clientFor({ subjectId: `world|${userName}`, roles: [] });
    const { id } = await client.createAccount({ idempotencyKey: seedKeyOf('account', userName) });
    await client.updateAccount({ params: { id }, body: { userName } });
    clients.set(userName, client);
  });
  return clients;
}

/** Creates each place at its first use, so that the first stories are complete before the last places. */
function placeRecorder(editor: WorldClient, places: Ground['places'], covers: WorldPictures): Ground['recordOf'] {
  const made = new Map<string, Promise<string>>();
  const make = async (address: string): Promise<string> => {
    const { city, place } = knownPlace(address, { places });
    const body = { ...placeRecord(city, place), imageUrl: covers.place(city, place) };
    const { id } = await editor.createPlace({ idempotencyKey: seedKeyOf('place', address), body });
    return id;
  };
  return (address) => {
    const making = made.get(address) ?? make(address);
    made.set(address, making);
    return making;
  };
}
