import { orThrow } from '@waystory/infra/errors.ts';
import { bind, commandsOn } from '@waystory/infra/http/route-handler.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { type PlaceRecord, placeStream, placeView } from './place.ts';
import { places } from './places.projection.ts';

const command = commandsOn(placeStream);
const shown = (place: PlaceRecord | null) => placeView(orThrow(place, 'place/unknown'));

export const routes = bind(placeRoutes, {
  createPlace: command(({ body, newId }) => ({ id: newId, command: { type: 'CreatePlace', placeId: newId, place: body } }), shown),
  listPlaces: async ({ query }, { reads }) => {
    const page = await reads.list(places, query);
    return { body: { ...page, items: page.items.map(placeView) } };
  },
  getPlace: async ({ params }, { reads }) => ({ body: shown(await reads.one(places, params.id)) }),
  patchPlace: command(({ params, body }) => ({ id: params.id, command: { type: 'PatchPlace', changes: body } }), shown),
  deletePlace: command(
    ({ params }) => ({ id: params.id, command: { type: 'DeletePlace' } }),
    () => undefined,
  ),
});
