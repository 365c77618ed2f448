import type { Role } from '@waystory/infra/identity/principal.ts';
import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { countryRoutes } from '@waystory/proto/itineraries/country.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
import { edition } from './data.ts';

/** Everything the world is written through. */
export const worldRoutes = { ...accountRoutes, ...countryRoutes, ...placeRoutes, ...itineraryRoutes, ...dayRoutes, ...stopRoutes };
export type WorldClient = Client<typeof worldRoutes>;

/** A client that acts as somebody. `subjectId` is `<issuer>|<subject>`. */
export type WorldClientFor = (who: { subjectId: string; roles: readonly Role[] }) => WorldClient;

/** Who adds what belongs to nobody, with an account as everyone who writes. */
export async function openEditor(clientFor: WorldClientFor): Promise<WorldClient> {
  const editor = clientFor({ subjectId: 'world|editor', roles: ['admin'] });
  await editor.createAccount({ idempotencyKey: keyOf('account', 'editor') });
  return editor;
}

/** Idempotency key by which a second run finds what the first one wrote. */
export const keyOf = (...parts: (string | number)[]): string => ['world', edition, ...parts].join('/');
