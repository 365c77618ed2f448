import { readConfig } from '@waystory/infra/config.ts';
import { type Engines, enginesOn } from '@waystory/infra/engines.ts';
import { injectFetch } from '@waystory/infra/http/inject-fetch.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { InvalidToken } from '@waystory/infra/identity/port.ts';
import { createHost, type Host, roles as hostRoles } from '@waystory/infra/kit/host.ts';
import type { ServiceDefinition } from '@waystory/infra/kit/service.ts';
import type { Role } from '@waystory/infra/kit/viewer.ts';
import { createLog } from '@waystory/infra/log.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { countryRoutes } from '@waystory/proto/itineraries/country.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { imageRoutes } from '@waystory/proto/media/image.ts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { accountsService } from '../accounts/service.ts';
import { itinerariesService } from '../itineraries/service.ts';
import { mediaService } from '../media/service.ts';

const routes = { ...accountRoutes, ...countryRoutes, ...placeRoutes, ...itineraryRoutes, ...dayRoutes, ...stopRoutes, ...imageRoutes };

/** What a test stands on unless it says otherwise: no world, no pages. */
export const contexts: readonly ServiceDefinition[] = [accountsService, itinerariesService, mediaService];

export interface Person {
  accountId: string;
  token: string;
  /** Every call of the product as this person, reading their own writes. */
  api: ReturnType<typeof apiOf>;
}

export interface TestProduct {
  host: Host;
  engines: Engines;
  /** A signed-in person; the same name is the same person. */
  person(name: string, ...roles: Role[]): Person;
  anonymous: ReturnType<typeof apiOf>;
  /** A raw request, for answers that no client would ask for. */
  send(options: InjectOptions & { as?: Person }): Promise<LightMyRequestResponse>;
  stop(): Promise<void>;
}

const apiOf = (host: Host, token: string | null) => createClient(routes, { baseUrl: '/api', token: async () => token, fetch: injectFetch(host.app) });

/** The product on an empty database of its own, all roles in this process, without a world unless its context is among the definitions. */
export async function testProduct(definitions: readonly ServiceDefinition[] = contexts): Promise<TestProduct> {
  const database = await testDatabase();
  const engines = enginesOn(createPool(database.config, { max: 10 }));
  const log = createLog('silent');
  const verify = async (): Promise<never> => {
    throw new InvalidToken('auth/invalid-token', 'no provider in this test');
  };
  const host = await createHost({
    definitions,
    roles: hostRoles,
    config: readConfig({}),
    engines,
    identity: { verifier: { verify, recall: () => undefined } },
    log,
  });
  return {
    host,
    engines,
    anonymous: apiOf(host, null),
    person(name, ...roles) {
      const subjectId = `test|${name}`;
      const accountId = accountIdOf(subjectId);
      const identity = { subjectId, accountId, email: `${name}@waystory.example`, name, roles, expiresAt: Number.POSITIVE_INFINITY };
      const token = host.tokenFor(identity);
      return { accountId, token, api: apiOf(host, token) };
    },
    send: async ({ as, ...options }) =>
      host.app.inject({ ...options, headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...options.headers } }),
    async stop() {
      await host.stop();
      await engines.close();
      await database.close();
    },
  };
}
