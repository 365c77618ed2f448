import { hidden } from '@waystory/infra/hidden-route.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Adapter } from 'oidc-provider';
import { type Registration, registrationOf } from './registration.ts';

/** Registrations per minute of one address. A program needs one for each place that it runs at. */
const perMinute = 10;
const bodyLimit = 16 * 1024;

/** Time for which a program without consent is kept, seconds. */
const untilLetIn = 24 * 3_600;

/** Dynamic registration of programs before consent (RFC 7591). It is open to anybody, so all of its input is bounded. */
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
