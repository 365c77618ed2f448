import { mentionOf, type RunRead } from './read-context.ts';

const mostStops = 10;

export const getPlace: RunRead<'get_place'> = async ({ placeId }, { api }) => {
  const filter = JSON.stringify({ placeId, state: 'ACCEPTED' });
  const [place, stops] = await Promise.all([
    api.getPlace({ params: { id: placeId } }),
    api.listStops({ query: { filter, limit: String(mostStops) } }),
  ]);
  const { name, otherNames, placeName, featureType, poiCategories, coordinates, address, wikidataId } = place;
  return {
    ...{ placeId, name, otherNames, placeName, featureType, categories: poiCategories, coordinates, address, wikidataId },
    stops: stops.items.map(mentionOf),
  };
};
