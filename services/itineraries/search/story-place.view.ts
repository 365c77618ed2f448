import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { StoryPlace } from '@waystory/proto/itineraries/story-place.ts';
import { places } from '../place/places.projection.ts';
import { stopViewsOf } from '../stop/stop.view.ts';
import type { StopMap } from '../stop-map/stop-map.ts';

/** Places of stops in one query; a removed place is taken from its stop. */
export async function storyPlacesOf(stops: readonly Stop[], map: Pick<StopMap, 'countAt'>, reads: Reads): Promise<StoryPlace[]> {
  const placeIds = stops.map(({ placeId }) => placeId);
  const [views, records] = await Promise.all([stopViewsOf(stops, reads), reads.byIds(places, placeIds)]);
  const recordOf = new Map(records.map((record) => [record.id, record]));
  return views.map(({ placeId, placeName, coordinates, addressCity, addressCountry, countryCode, ...stop }) => {
    const { name = placeName, featureType = null, poiCategories = [], maki = null } = recordOf.get(placeId) ?? {};
    const { id, itineraryId, title, highlight, imageUrl, image } = stop;
    return {
      ...{ id: placeId, name, featureType, poiCategories, maki, coordinates, addressCity, addressCountry, countryCode },
      ...map.countAt(placeId, coordinates),
      stop: { id, itineraryId, title, highlight, imageUrl, image },
    };
  });
}
