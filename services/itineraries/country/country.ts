import { changedFields, type EventContext, entityVersion, isEmpty, mergeDefined, type Stream } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { type Country, type CountryEvent, countryEvents, type countryRoutes } from '@waystory/proto/itineraries/country.ts';
import type { z } from 'zod';

type CountryCommand =
  | { type: 'CreateCountry'; country: z.output<typeof countryRoutes.createCountry.body> }
  | { type: 'PatchCountry'; changes: z.output<typeof countryRoutes.patchCountry.body> }
  | { type: 'DeleteCountry' };

// Cache without a bound: two-letter codes are few.
const countryIds = new Map<string, string>();

/** The id is derived from the country code, so the stream guarantees one country per code. */
export function countryIdOf(code: string): string {
  const id = countryIds.get(code) ?? derivedId('country', code);
  countryIds.set(code, id);
  return id;
}

function decide(command: CountryCommand, country: Country | null): CountryEvent[] {
  if (command.type === 'CreateCountry') {
    if (country) throw new Rejected('country/taken');
    return [{ type: 'CountryCreated', data: { ...command.country, countryId: countryIdOf(command.country.code) } }];
  }
  if (!country) throw new Rejected('country/unknown');
  switch (command.type) {
    case 'PatchCountry': {
      const changes = changedFields(country, command.changes);
      return isEmpty(changes) ? [] : [{ type: 'CountryUpdated', data: { countryId: country.id, changes } }];
    }
    case 'DeleteCountry':
      return [{ type: 'CountryDeleted', data: { countryId: country.id } }];
    default:
      return command satisfies never;
  }
}

/** State of a country after an event; the read model keeps it too. */
export function evolveCountry(country: Country | null, event: CountryEvent & EventContext): Country | null {
  const { version, at } = event;
  switch (event.type) {
    case 'CountryCreated': {
      const { countryId: id, ...data } = event.data;
      return { id, imageUrl: null, ...data, version, createdAt: at, updatedAt: at };
    }
    case 'CountryUpdated':
      return country && { ...mergeDefined(country, event.data.changes), version, updatedAt: at };
    case 'CountryDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

export const countryStream: Stream<CountryCommand, Country | null, CountryEvent> = {
  category: 'country',
  stateVersion: 1,
  events: countryEvents,
  decider: { initial: null, decide, evolve: evolveCountry },
  versionOf: entityVersion,
};
