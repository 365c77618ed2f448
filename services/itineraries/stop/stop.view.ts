import { ifAvailable } from '@waystory/infra/errors.ts';
import type { RouteResponse } from '@waystory/infra/http/route-handler.ts';
import { memoizePerDocument } from '@waystory/infra/read-models/reads/json-text.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { Country } from '@waystory/proto/itineraries/country.ts';
import type { Day } from '@waystory/proto/itineraries/day.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { imageIdsOf, type Stop, type StopView } from '@waystory/proto/itineraries/stop.ts';
import { imageBytes } from '@waystory/proto/itineraries/story-size.ts';
import type { Image } from '@waystory/proto/media/image.ts';
import { countriesById } from '../country/country.view.ts';
import { stops } from '../itinerary/stories.projection.ts';
import { picturesOf } from '../picture/picture.view.ts';

interface Relations {
  countries: ReadonlyMap<string, Country>;
  images: ReadonlyMap<string, Image>;
}
const noRelations: Relations = { countries: new Map(), images: new Map() };

/** Countries and images of stops, in one query per kind, and in no query for a kind without references. */
async function relationsOf(stops: readonly Stop[], reads: Reads): Promise<Relations> {
  const countryIds = stops.flatMap(({ countryId }) => countryId ?? []);
  const [countries, images] = await Promise.all([countriesById(countryIds, reads), picturesOf(stops.flatMap(imageIdsOf), reads)]);
  return { countries, images };
}

const brief = ({ id, code, name, imageUrl }: Country): NonNullable<StopView['country']> => ({ id, code, name, imageUrl });

/** The place is taken from the stop itself, so no place is read. */
const viewOf = memoizePerDocument((stop: Stop, country: Country | undefined, ...images: (Image | undefined)[]): StopView => {
  const { placeId: id, placeName: name, placeFullName: placeName, coordinates, address } = stop;
  const [image = null, ...galleryImages] = images.map((one) => one ?? null);
  return { ...stop, image, galleryImages, country: country ? brief(country) : null, place: { id, name, placeName, coordinates, address } };
});

const joined = (stop: Stop, { countries, images }: Relations): StopView =>
  viewOf(stop, countries.get(stop.countryId ?? ''), ...imageIdsOf(stop).map((id) => images.get(id ?? '')));

/** Stops with their images and countries. */
export async function stopViewsOf(stops: readonly Stop[], reads: Reads): Promise<StopView[]> {
  const relations = await relationsOf(stops, reads);
  return stops.map((stop) => joined(stop, relations));
}

/** One stop with its images and country. */
export const stopViewOf = async (stop: Stop, reads: Reads): Promise<StopView> => joined(stop, await relationsOf([stop], reads));

/** The answer to a write as a read would show it. The write is done, so relations that cannot be read yet are left out. */
export async function stopAnswer(written: RouteResponse<Stop>, reads: Reads): Promise<RouteResponse<StopView>> {
  const relations = await ifAvailable(relationsOf([written.body], reads));
  return { ...written, body: joined(written.body, relations ?? noRelations) };
}

/** Bytes of a stop in an answer, its images included. */
export const stopViewBytes = memoizePerDocument(
  (stop: Stop): number => JSON.stringify(stop).length + imageIdsOf(stop).filter((id) => id !== null).length * imageBytes,
);

/** A document with the ids of all stops and the count of accepted ones. */
type Holder = Pick<Itinerary & Day, 'stopIds' | 'stopsCount'>;

const hasSuggestions = ({ stopIds, stopsCount }: Holder): boolean => stopIds.length !== stopsCount;

async function seenIn(holders: readonly Holder[], reads: Reads): Promise<(id: string) => boolean> {
  const found = await reads.byIds(stops, [...new Set(holders.flatMap(({ stopIds }) => stopIds))]);
  const seen = new Set(found.map(({ id }) => id));
  return (id) => seen.has(id);
}

/** Itineraries or days without the ids of stops that the reader may not see. Only documents with suggestions need a query. */
export async function withSeenStops<T extends Holder>(docs: readonly T[], reads: Reads): Promise<T[]> {
  const unsure = docs.filter(hasSuggestions);
  if (unsure.length === 0) return [...docs];
  const isSeen = await seenIn(unsure, reads);
  return docs.map((doc) => (hasSuggestions(doc) ? { ...doc, stopIds: doc.stopIds.filter(isSeen) } : doc));
}
