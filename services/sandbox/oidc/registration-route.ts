import { hidden } from '@waystory/infra/hidden-route.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Adapter } from 'oidc-provider';
import { type Registration, registrationOf } from './registration.ts';

/** Registrations of one address. A program needs one for each place that it runs at. */
const perMinute = 10;
const bodyLimit = 16 * 1024;

/** How long a program that nobody has let in yet is kept, seconds. */
const untilLetIn = 24 * 3_600;

/** Where programs say who they are before they ask somebody to let them in (RFC 7591). Anybody may, so all of it is bounded. */
export const registrationRoute =
  (clients: Pick<Adapter, 'upsert'>, path: string): FastifyPluginAsync =>
  async (scope) => {
    const counted = { as: 'write', perMinute } as const;
    scope.post(path, { ...hidden, bodyLimit, config: { counted } }, async (request, reply) => {
      const registration = registrationOf(request.body);
      reply.header('cache-control', 'no-store');
      if ('error' in registration) return reply.code(400).send(registration);
      await keepForADay(clients, registration);
      return reply.code(201).send(registration);
    });
  };

/** Keeps a program that nobody has let in yet. */
export async function keepForADay(clients: Pick<Adapter, 'upsert'>, registration: Registration): Promise<void> {
  await clients.upsert(registration.client_id, { ...registration }, untilLetIn);
}
