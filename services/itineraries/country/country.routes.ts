import { orThrow } from '@waystory/infra/errors.ts';
import { bindRoutes, commandRouteHandler } from '@waystory/infra/http/route-handler.ts';
import { countryRoutes } from '@waystory/proto/itineraries/country.ts';
import { countries } from './countries.projection.ts';
import { countryIdOf, countryStream } from './country.ts';

const command = commandRouteHandler(countryStream);

export const routes = bindRoutes(countryRoutes, {
  createCountry: command(
    ({ body }) => ({ id: countryIdOf(body.code), command: { type: 'CreateCountry', country: body } }),
    (country) => orThrow(country, 'country/unknown'),
  ),
  listCountries: async ({ query }, { reads }) => ({ body: await reads.list(countries, query) }),
  getCountry: async ({ params }, { reads }) => ({ body: orThrow(await reads.one(countries, params.id), 'country/unknown') }),
  patchCountry: command(
    ({ params, body }) => ({ id: params.id, command: { type: 'PatchCountry', changes: body } }),
    (country) => orThrow(country, 'country/unknown'),
  ),
  deleteCountry: command(
    ({ params }) => ({ id: params.id, command: { type: 'DeleteCountry' } }),
    () => undefined,
  ),
});
