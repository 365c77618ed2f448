import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Covers } from './covers.ts';
import { countryOf, type PlannedDay, type PlannedItinerary, type placesOf } from './data.ts';
import { inLanes } from './lanes.ts';
import { keyOf, type WorldClient } from './world-client.ts';

/** What stories stand on: places by `<city>/<place>`, ids of countries by code, and pictures of all of it. */
export interface Ground {
  places: ReturnType<typeof placesOf>;
  /** Id of the record of a place, which is made when it is first asked for. */
  recordOf: (address: string) => Promise<string>;
  countryIds: ReadonlyMap<string, string>;
  covers: Covers;
}

/**
 * Writes one itinerary as its author. It is private until it is complete, so nobody sees half a story.
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
  // What arrives together for one story is stored together; days are independent of each other, and the stops of each come one after the other.
  await inLanes(opened, (tellStops) => tellStops());
  await author.patchItinerary({ params: { id }, body: { visibility: 'PUBLIC' } });
}

/** A day, and how many stops of its story come before those of it. */
type DayInOrder = PlannedDay & { before: number };

/** Adds a day; answers what tells its stops. */
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
      // Days are told at the same time, and the stops of a story are in the order of its days all the same.
      const body = { ...told, index: stopsBefore + index };
      await author.addStop({ params: { itineraryId }, idempotencyKey: `${key}/${index + 1}`, body });
      before = place;
    }
  };
}

/** @throws Error when the data has no such place. */
export function knownPlace(address: string, { places }: Pick<Ground, 'places'>) {
  const place = places.get(address);
  if (!place) throw new Error(`The data has no place ${address}`);
  return place;
}

/** Countries of the stops in the order they are visited. */
function countriesOf({ days }: PlannedItinerary, ground: Ground): string[] {
  const codes = days.flatMap((day) => day.stops.map((stop) => knownPlace(stop.place, ground))).map(({ city, place }) => countryOf(city, place));
  return [...new Set(codes)].map((code) => {
    const id = ground.countryIds.get(code);
    if (!id) throw new Error(`There is no country ${code}`);
    return id;
  });
}

const walking = 4.5;
/** Farther than this people take a bus or a train, kilometres. */
const walkable = 3;
const transit = 18;

/** Minutes on the way over a straight line of so many kilometres: on foot, or beyond 3 km with public transport. */
export const travelMinutes = (kilometres: number): number => Math.max(1, Math.round((kilometres / (kilometres > walkable ? transit : walking)) * 60));
