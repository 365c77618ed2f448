import { ifAvailable } from '@waystory/infra/errors.ts';
import type { RouteResponse } from '@waystory/infra/http/route-handler.ts';
import { fieldsOf, type JsonText, jsonOf, objectText, parseText, withFields } from '@waystory/infra/read-models/reads/json-text.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { Country } from '@waystory/proto/itineraries/country.ts';
import type { Stop, StopView } from '@waystory/proto/itineraries/stop.ts';
import type { Image } from '@waystory/proto/media/image.ts';
import { countries } from '../country/countries.projection.ts';
import { picturesOf } from '../picture/picture.view.ts';

const brief = ({ id, code, name, imageUrl }: Country): NonNullable<StopView['country']> => ({ id, code, name, imageUrl });

/** A stop with what is known of its image and its country; its place is in the stop itself. */
function viewOf(stop: Stop, image: Image | undefined, country: Country | undefined): StopView {
  const { placeId: id, placeName: name, placeFullName: placeName, coordinates, address } = stop;
  return {
    ...stop,
    image: image ?? null,
    country: country ? brief(country) : null,
    place: { id, name, placeName, coordinates, address },
  };
}

/** As a write leaves it, before its image and its country are known. */
export const bareStop = (stop: Stop): StopView => viewOf(stop, undefined, undefined);

/** Stops with their images and countries: a query each, however many there are, and none for what none of them has. */
export async function stopViewsOf(stops: readonly Stop[], reads: Reads): Promise<StopView[]> {
  const countryIds = [...new Set(stops.flatMap(({ countryId }) => countryId ?? []))];
  const [images, itsCountries] = await Promise.all([picturesOf(stops, reads), countryIds.length > 0 ? reads.byIds(countries, countryIds) : []]);
  const byId = new Map(itsCountries.map((country) => [country.id, country]));
  return stops.map((stop) => viewOf(stop, images.get(stop.imageId ?? ''), byId.get(stop.countryId ?? '')));
}

const none = jsonOf(null);

/** The same of stops that are text, as text. */
export async function stopTextsOf(stops: readonly JsonText<Stop>[], reads: Reads): Promise<JsonText<StopView>[]> {
  const references = stops.map((stop) => {
    const fields = ['imageId', 'placeId', 'placeName', 'placeFullName', 'coordinates', 'address', 'countryId'] as const;
    const [imageId, id, name, placeName, coordinates, address, countryId] = fieldsOf(stop, fields);
    const place = objectText<StopView['place']>({ id, name, placeName, coordinates, address });
    return { stop, place, imageId: parseText(imageId), countryId: parseText(countryId) };
  });
  const countryIds = [...new Set(references.flatMap(({ countryId }) => countryId ?? []))];
  const [images, itsCountries] = await Promise.all([picturesOf(references, reads), countryIds.length > 0 ? reads.byIds(countries, countryIds) : []]);
  const countryTexts = new Map(itsCountries.map((country) => [country.id, jsonOf(brief(country))]));
  return references.map(({ stop, place, imageId, countryId }) => {
    const image = images.get(imageId ?? '');
    return withFields(stop, { image: image ? jsonOf(image) : none, country: countryTexts.get(countryId ?? '') ?? none, place });
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
