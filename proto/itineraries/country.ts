import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { countryCode, id, imageUrl, instant, line, version } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';

export const countryFields = {
  name: line(120, 'Give the country a name'),
  imageUrl: imageUrl.nullable(),
};
const written = z.object(countryFields);

export const countryEvents = defineEvents({
  CountryCreated: written.partial({ imageUrl: true }).extend({ countryId: id, code: countryCode }),
  CountryUpdated: z.object({ countryId: id, changes: written.partial() }),
  CountryDeleted: z.object({ countryId: id }),
});
export type CountryEvent = EventOf<typeof countryEvents>;

export const countryErrors = {
  'country/unknown': 'There is no such country.',
  'country/taken': 'There is a country with this code already.',
} as const satisfies ErrorCatalogue;

export const country = written.extend({ id, code: countryCode, version, createdAt: instant, updatedAt: instant });
export type Country = z.output<typeof country>;

export const countryList = {
  entity: 'Country',
  filterable: { id: 'id', code: 'text', name: 'text', createdAt: 'time' },
  forms: { code: countryCode },
  sortable: ['name', 'code', 'createdAt'],
  defaultSort: 'name ASC',
  maxLimit: 1_000,
} as const satisfies ListSpec;

const params = z.object({ id });

export const countryRoutes = defineRoutes({
  createCountry: route.post('/countries', 'Add a country', 'geography.write', {
    body: written.partial({ imageUrl: true }).extend({ code: countryCode }),
    reply: country,
    errors: ['country/taken'],
  }),
  listCountries: route.list('/countries', 'List countries', 'geography.read', countryList, country),
  getCountry: route.get('/countries/:id', 'One country', 'geography.read', { params, reply: country, errors: ['country/unknown'] }),
  patchCountry: route.patch('/countries/:id', 'Change a country', 'geography.write', {
    params,
    body: written.partial(),
    reply: country,
    errors: ['country/unknown'],
  }),
  deleteCountry: route.delete('/countries/:id', 'Remove a country', 'geography.write', { params, errors: ['country/unknown'] }),
});
