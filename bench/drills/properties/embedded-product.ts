import { adaptersOn } from '@waystory/infra/adapters.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { createHost, roles } from '@waystory/infra/host/host.ts';
import { injectFetch } from '@waystory/infra/http/caller.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { InvalidToken } from '@waystory/infra/identity/port.ts';
import type { Role } from '@waystory/infra/identity/principal.ts';
import { createLog } from '@waystory/infra/log.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { followRoutes } from '@waystory/proto/accounts/follow.ts';
import { countryRoutes } from '@waystory/proto/itineraries/country.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { reportRoutes } from '@waystory/proto/operations/report.ts';
import { postRoutes } from '@waystory/proto/social/post.ts';
import { reactionRoutes } from '@waystory/proto/social/reaction.ts';
import { accountsService } from '@waystory/services/accounts/service.ts';
import { assistantService } from '@waystory/services/assistant/service.ts';
import { billingService } from '@waystory/services/billing/service.ts';
import { itinerariesService } from '@waystory/services/itineraries/service.ts';
import { mediaService } from '@waystory/services/media/service.ts';
import { moderationService } from '@waystory/services/moderation/service.ts';
import { socialService } from '@waystory/services/social/service.ts';
import { unlimited } from '../../harness/product.ts';
import { scratchPostgres } from '../../harness/scratch-postgres.ts';

const routes = {
  ...{ ...accountRoutes, ...followRoutes, ...countryRoutes, ...placeRoutes, ...itineraryRoutes, ...dayRoutes, ...stopRoutes },
  ...{ ...reportRoutes, ...postRoutes, ...reactionRoutes },
};
const definitions = [accountsService, assistantService, billingService, itinerariesService, mediaService, moderationService, socialService];

export interface RouteResponse {
  status: number;
  body: Record<string, unknown>;
}
/** Somebody who asks; without an account when `accountId` is null. */
export interface Caller {
  name: string;
  accountId: string | null;
  roles: readonly Role[];
  api: ReturnType<typeof createClient<typeof routes>>;
  /** A raw request; `json` is a body as it goes over the wire. */
  send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, json?: string): Promise<RouteResponse>;
}

export type EmbeddedProduct = Awaited<ReturnType<typeof embeddedProduct>>;

/** Longest that a read model may be behind, milliseconds: other work may be running on the machine. */
const behindForMs = 60_000;

/** Asks again while a read model is behind, as clients do. */
async function whenCaughtUp<T>(attempt: () => Promise<T>, statusOf: (answer: T) => number): Promise<T> {
  const giveUpAt = Date.now() + behindForMs;
  for (;;) {
    const answer = await attempt();
    if (statusOf(answer) !== 503 || Date.now() > giveUpAt) return answer;
  }
}

/** The product in this process, on an empty database of its own, without a world. */
export async function embeddedProduct() {
  const postgres = await scratchPostgres();
  const engines = adaptersOn(createPool(postgres.config, { max: 10 }));
  const verify = async (): Promise<never> => {
    throw new InvalidToken('auth/invalid-token', 'no provider here');
  };
  const identity = { verifier: { verify, recall: () => undefined } };
  const host = await createHost({ definitions, roles, config: readConfig({ ...unlimited }), engines, identity, log: createLog('silent') });

  function caller(name: string, ...rolesOf: Role[]): Caller {
    const subjectId = `properties|${name}`;
    const accountId = name === 'anonymous' ? null : accountIdOf(subjectId);
    const claims = { subjectId, email: null, name, roles: rolesOf, issuedAt: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY };
    const token = accountId && host.tokenFor({ ...claims, accountId });
    const once = injectFetch(host.app);
    const patiently: typeof fetch = (input, init) =>
      whenCaughtUp(
        () => once(input, init),
        ({ status }) => status,
      );
    const api = createClient(routes, { baseUrl: '/api', token: async () => token, fetch: patiently });
    const authorization = token ? { authorization: `Bearer ${token}` } : {};
    return {
      ...{ name, accountId, roles: rolesOf, api },
      async send(method, path, json) {
        const headers = { ...authorization, 'x-after': String(await engines.events.head()), ...(json && { 'content-type': 'application/json' }) };
        const attempt = async () => host.app.inject({ method, url: `/api${path}`, headers, ...(json && { payload: json }) });
        const answer = await whenCaughtUp(attempt, ({ statusCode }) => statusCode);
        return { status: answer.statusCode, body: answer.body ? answer.json() : {} };
      },
    };
  }
  return {
    caller,
    head: () => engines.events.head(),
    async stop(): Promise<void> {
      await host.stop();
      await engines.close();
      await postgres.close();
    },
  };
}
