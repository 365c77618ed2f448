import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Covers } from './covers.ts';
import { countryOf, type PlannedDay, type PlannedItinerary, type placesOf } from './data.ts';
import { inLanes } from './lanes.ts';
import { keyOf, type WorldClient } from './world-client.ts';

/** Data that stories refer to: places by `<city>/<place>`, country ids by code, and pictures. */
export interface Ground {
  places: ReturnType<typeof placesOf>;
  /** Id of a place's record, created at the first call. */
  recordOf: (address: string) => Promise<string>;
  countryIds: ReadonlyMap<string, string>;
  covers: Covers;
}

/**
 * Creates one itinerary as its author. It is private until complete.
 * @throws ResponseError, FetchError.
 */
export async function tellStory(author: WorldClient, itinerary: PlannedItinerary, ground: Ground): Promise<void> {
  const { key, days, author: _, ...written } = itinerary;
  const { id } = await author.createItinerary({
    idempotencyKey: keyOf('itinerary', key),
    body: { ...written, imageUrl: ground.covers.itinerary(itinerary), countryIds: countriesOf(itinerary, ground), visibility: 'PRIVATE' },
  });
  await inLanes([...new Set(days.flatMap(({ stops }) => stops.map(({ place }) => place)))], async (address) => {
    await ground.recordOf(address);
  });
  const opened: (() => Promise<void>)[] = [];
  let before = 0;
  for (const [index, day] of days.entries()) {
    opened.push(await openDay(author, id, keyOf('itinerary', key, index + 1), { ...day, before }, ground));
    before += day.stops.length;
  }
  // Commands of one story that arrive together share a commit. Days are independent; the stops of a day follow each other.
  await inLanes(opened, (tellStops) => tellStops());
  await author.patchItinerary({ params: { id }, body: { visibility: 'PUBLIC' } });
}

/** A day with the number of stops on earlier days. */
type DayInOrder = PlannedDay & { before: number };

/** Adds a day; returns a function that adds its stops. */
async function openDay(author: WorldClient, itineraryId: string, key: string, day: DayInOrder, ground: Ground): Promise<() => Promise<void>> {
  const { stops, before: stopsBefore, ...written } = day;
  const { id: dayId } = await author.addDay({ params: { itineraryId }, idempotencyKey: key, body: written });
  return async () => {
    let before: Coordinates | null = null;
    for (const [index, { place: address, ...stop }] of stops.entries()) {
      const { city, place } = knownPlace(address, ground);
      const placeId = await ground.recordOf(address);
      const travelTimeMinutes = before && travelMinutes(kilometresBetween(before, place));
      const told = { ...stop, title: place.name, imageUrl: ground.covers.place(city, place), placeId, dayIds: [dayId], travelTimeMinutes };
      // Days are written concurrently, so each stop states its index.
      const body = { ...told, index: stopsBefore + index };
      await author.addStop({ params: { itineraryId }, idempotencyKey: `${key}/${index + 1}`, body });
      before = place;
    }
  };
}

/** @throws Error when the data lacks the place. */
export function knownPlace(address: string, { places }: Pick<Ground, 'places'>) {
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
/** Longest walk, kilometres; beyond it people ride. */
const walkable = 3;
const transit = 18;

/** Minutes of travel for a straight distance: on foot, or by public transport beyond 3 km. */
export const travelMinutes = (kilometres: number): number => Math.max(1, Math.round((kilometres / (kilometres > walkable ? transit : walking)) * 60));
