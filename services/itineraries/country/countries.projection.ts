import { defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { country, countryEvents, countryList } from '@waystory/proto/itineraries/country.ts';
import { evolveCountry } from './country.ts';

export const countries = defineCollection({
  name: 'countries',
  doc: country,
  filterable: countryList.filterable,
  sortable: countryList.sortable,
  indexes: [{ kind: 'ordered', on: ['name'] }],
  visibleTo: () => null,
});

export const countriesProjection = defineProjection({
  name: 'countries',
  version: 1,
  collections: { countries },
  reads: countryEvents,
  on: {
    CountryCreated: (event, docs) => docs.countries.update(event.data.countryId, () => evolveCountry(null, event) ?? undefined),
    CountryUpdated: (event, docs) => docs.countries.update(event.data.countryId, (doc) => evolveCountry(doc ?? null, event) ?? undefined),
    CountryDeleted: (event, docs) => docs.countries.update(event.data.countryId, () => undefined),
  },
});
