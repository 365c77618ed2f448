import { ifAvailable } from '@waystory/infra/errors.ts';
import type { RouteResponse } from '@waystory/infra/http/route-handler.ts';
import {
  fieldsOf,
  flat,
  type JsonDoc,
  type JsonText,
  jsonOf,
  madeOnce,
  objectText,
  parseText,
  withFields,
} from '@waystory/infra/read-models/reads/json-text.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { Country } from '@waystory/proto/itineraries/country.ts';
import { imageIdsOf, type Stop, type StopView } from '@waystory/proto/itineraries/stop.ts';
import { imageBytes } from '@waystory/proto/itineraries/story-size.ts';
import type { Image } from '@waystory/proto/media/image.ts';
import { countries } from '../country/countries.projection.ts';
import { picturesOf } from '../picture/picture.view.ts';

const brief = ({ id, code, name, imageUrl }: Country): NonNullable<StopView['country']> => ({ id, code, name, imageUrl });

type Images = ReadonlyMap<string, Image>;

/** A stop with what is known of its images and its country; its place is in the stop itself. */
function viewOf(stop: Stop, images: Images, country: Country | undefined): StopView {
  const { placeId: id, placeName: name, placeFullName: placeName, coordinates, address } = stop;
  const [image = null, ...galleryImages] = imageIdsOf(stop).map((imageId) => images.get(imageId ?? '') ?? null);
  return {
    ...stop,
    image,
    galleryImages,
    country: country ? brief(country) : null,
    place: { id, name, placeName, coordinates, address },
  };
}

/** As a write leaves it, before its images and its country are known. */
export const bareStop = (stop: Stop): StopView => viewOf(stop, new Map(), undefined);

/** Stops with their images and countries: a query each, however many there are, and none for what none of them has. */
export async function stopViewsOf(stops: readonly Stop[], reads: Reads): Promise<StopView[]> {
  const countryIds = [...new Set(stops.flatMap(({ countryId }) => countryId ?? []))];
  const [images, itsCountries] = await Promise.all([
    picturesOf(stops.flatMap(imageIdsOf), reads),
    countryIds.length > 0 ? reads.byIds(countries, countryIds) : [],
  ]);
  const byId = new Map(itsCountries.map((country) => [country.id, country]));
  return stops.map((stop) => viewOf(stop, images, byId.get(stop.countryId ?? '')));
}

const none = jsonOf(null);

interface StopParts {
  text: JsonText<Stop>;
  place: JsonText<StopView['place']>;
  /** The image of the stop and those of its gallery, in the order of the pictures. */
  imageIds: readonly (string | null)[];
  countryId: string | null;
  /** The view as it was last, which holds as long as what it refers to is the same. */
  last: { images: readonly (Image | undefined)[]; country: Country | undefined; text: JsonText<StopView> } | null;
}

const fields = ['imageId', 'gallery', 'placeId', 'placeName', 'placeFullName', 'coordinates', 'address', 'countryId'] as const;

const partsOf = madeOnce((text: JsonText<Stop>): StopParts => {
  const [imageId, gallery, id, name, placeName, coordinates, address, countryId] = fieldsOf(text, fields);
  const place = objectText<StopView['place']>({ id, name, placeName, coordinates, address });
  const imageIds = imageIdsOf({ imageId: parseText(imageId), gallery: parseText(gallery) });
  return { text, place, imageIds, countryId: parseText(countryId), last: null };
});

/** Bytes of a stop in an answer, with what is told of its images. */
export const stopTextBytes = (stop: JsonDoc<Stop>): number =>
  stop.text.length + partsOf(stop).imageIds.filter((id) => id !== null).length * imageBytes;

/** The same of stops that are text, as text. */
export async function stopTextsOf(stops: readonly JsonDoc<Stop>[], reads: Reads): Promise<JsonText<StopView>[]> {
  const parts = stops.map(partsOf);
  const countryIds = [...new Set(parts.flatMap(({ countryId }) => countryId ?? []))];
  const [images, itsCountries] = await Promise.all([
    picturesOf(
      parts.flatMap(({ imageIds }) => imageIds),
      reads,
    ),
    countryIds.length > 0 ? reads.byIds(countries, countryIds) : [],
  ]);
  const byId = new Map(itsCountries.map((country) => [country.id, country]));
  return parts.map((part) => {
    const itsImages = part.imageIds.map((id) => images.get(id ?? ''));
    const country = byId.get(part.countryId ?? '');
    if (part.last?.country === country && part.last?.images.every((image, index) => image === itsImages[index])) return part.last.text;
    const [image, ...others] = itsImages;
    const also = {
      image: image ? jsonOf(image) : none,
      galleryImages: jsonOf(others.map((other) => other ?? null)),
      country: country ? jsonOf(brief(country)) : none,
      place: part.place,
    };
    const text = flat(withFields(part.text, also));
    part.last = { images: itsImages, country, text };
    return text;
  });
}

/** One stop as `stopViewsOf` shows it. */
export async function stopViewOf(stop: Stop, reads: Reads): Promise<StopView> {
  const [view] = await stopViewsOf([stop], reads);
  return view ?? bareStop(stop);
}

/** The answer to a write as a read would show it. The write is done, so what cannot be read yet is left out. */
export const viewedStop = async (answer: RouteResponse<StopView>, reads: Reads): Promise<RouteResponse<StopView>> => ({
  ...answer,
  body: (await ifAvailable(stopViewOf(answer.body, reads))) ?? answer.body,
});
