import { found } from '@waystory/infra/kit/answers.ts';
import { bind, commandsOn } from '@waystory/infra/kit/route-handler.ts';
import { boxOf } from '@waystory/proto/itineraries/bounds.ts';
import { type Stop, stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { storyStream } from '../itinerary/itinerary.ts';
import { itineraries, stops } from '../itinerary/stories.projection.ts';
import { resolvePlace } from '../place/resolve-place.ts';
import { acceptedWithin } from './stop.filters.ts';
import { type StopCommand, stopOf } from './stop.ts';

const command = commandsOn(storyStream);

/** spec 3: Stop projection. */
const asProjection = ({ id, placeId, itineraryId, addressCountry, coordinates }: Stop) => ({
  stopId: id,
  placeId,
  itineraryId,
  placeAddressCountryName: addressCountry,
  placeCoordinatesLatitude: coordinates.latitude,
  placeCoordinatesLongitude: coordinates.longitude,
});

export const routes = bind(stopRoutes, {
  addStop: command(
    async (request, services) => {
      const { params, viewer, newId: stopId } = request;
      const { placeId: _p, mapboxId: _m, featureType: _f, locationQuery: _l, coordinates: _c, address: _a, placeName: _n, ...stop } = request.body;
      const { place, create } = await resolvePlace(request, services);
      const command: StopCommand = { type: 'AddStop', stopId, stop, place, origin: 'PERSON', actor: viewer };
      if (create) {
        // A stop that is refused must leave no place behind.
        storyStream.decider.decide(command, (await services.commands.load(storyStream, params.itineraryId)).state);
        await create();
      }
      return { id: params.itineraryId, command };
    },
    (story, { newId }) => stopOf(story, newId),
    (story) => story.itinerary ?? undefined,
  ),
  listItineraryStops: async ({ params, query }, { reads }) => {
    found(await reads.one(itineraries, params.itineraryId), 'itinerary/unknown');
    return { body: await reads.list(stops, query, { where: eq('itineraryId', params.itineraryId), reach: 'linked' }) };
  },
  getItineraryStop: async ({ params }, { reads }) => ({
    body: found(await reads.one(stops, params.id, { where: eq('itineraryId', params.itineraryId) }), 'stop/unknown'),
  }),
  patchStop: command(
    ({ params, body, viewer }) => ({ id: params.itineraryId, command: { type: 'PatchStop', stopId: params.id, changes: body, actor: viewer } }),
    (story, { params }) => stopOf(story, params.id),
  ),
  deleteStop: command(
    ({ params, viewer }) => ({ id: params.itineraryId, command: { type: 'RemoveStop', stopId: params.id, actor: viewer } }),
    () => undefined,
    (story, { params }) => story.stops[params.id],
  ),
  listStops: async ({ query }, { reads }) => ({ body: await reads.list(stops, query) }),
  getStop: async ({ params }, { reads }) => ({ body: found(await reads.one(stops, params.id), 'stop/unknown') }),
  listStopProjections: async ({ query: { southWestLng, southWestLat, northEastLng, northEastLat, ...query } }, { reads }) => {
    const box = boxOf({ southWestLng, southWestLat, northEastLng, northEastLat });
    const page = await reads.list(stops, query, { where: acceptedWithin(box) });
    return { body: { ...page, items: page.items.map(asProjection) } };
  },
});
