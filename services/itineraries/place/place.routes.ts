import { found } from '@waystory/infra/kit/answers.ts';
import { bind, commandsOn } from '@waystory/infra/kit/route-handler.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { placeStream } from './place.ts';
import { places } from './places.projection.ts';

const command = commandsOn(placeStream);

export const routes = bind(placeRoutes, {
  createPlace: command(
    ({ body, newId }) => ({ id: newId, command: { type: 'CreatePlace', placeId: newId, place: body } }),
    (place) => found(place, 'place/unknown'),
    (place) => place ?? undefined,
  ),
  listPlaces: async ({ query }, { reads }) => ({ body: await reads.list(places, query) }),
  getPlace: async ({ params }, { reads }) => ({ body: found(await reads.one(places, params.id), 'place/unknown') }),
  patchPlace: command(
    ({ params, body }) => ({ id: params.id, command: { type: 'PatchPlace', changes: body } }),
    (place) => found(place, 'place/unknown'),
  ),
  deletePlace: command(
    ({ params }) => ({ id: params.id, command: { type: 'DeletePlace' } }),
    () => undefined,
    (place) => place ?? undefined,
  ),
});
