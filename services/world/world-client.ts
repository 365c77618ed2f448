import type { Role } from '@waystory/infra/identity/principal.ts';
import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { countryRoutes } from '@waystory/proto/itineraries/country.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
import { seedEdition } from './data.ts';

/** Routes that seeding uses. */
export const worldRoutes: typeof accountRoutes & typeof countryRoutes & typeof placeRoutes & typeof itineraryRoutes & typeof stopRoutes = {
  ...accountRoutes,
  ...countryRoutes,
  ...placeRoutes,
  ...itineraryRoutes,
  ...stopRoutes,
};
export type WorldClient = Client<typeof worldRoutes>;

/** Creates an API client that acts as a subject, `<issuer>|<subject>`. */
export type WorldClientFor = (who: { subjectId: string; roles: readonly Role[] }) => WorldClient;

/** API client of an admin account, for content without an author. */
export async function openEditorClient(clientFor: WorldClientFor): Promise<WorldClient> {
  const editor = clientFor({ subjectId: 'world|editor', roles: ['admin'] });
  await editor.createAccount({ idempotencyKey: seedKeyOf('account', 'editor') });
  return editor;
}

/** Idempotency key of a seeded entity, so that a second run finds it instead of creating it again. */
export const seedKeyOf = (...parts: (string | number)[]): string => ['world', seedEdition, ...parts].join('/');
