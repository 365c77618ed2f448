import type { FastifyInstance } from 'fastify';
import { hiddenAndFree } from '../hidden-route.ts';
import type { KnownProvider } from '../identity/discovery.ts';

/**
 * `/livez`: this process runs. `/readyz`: it takes requests. An engine that is away does not take it out of service: what can be answered still is.
 * `/readyz?complete`: what others go by is there as well, its read models in use among it, so that a process of the release before may go.
 * Settings of the sign-in that do not fit the provider are named with their remedy under `settings`; they take no process out of service either.
 */
export function serveProbes(app: FastifyInstance, stopping: AbortSignal, isComplete: () => boolean, provider?: Pick<KnownProvider, 'faults'>): void {
  // Whoever asks whether it lives must hear so, however often others ask for something.
  app.get('/livez', hiddenAndFree, async () => ({ status: 'ok' }));
  app.get('/readyz', hiddenAndFree, async ({ query }, reply) => {
    if (stopping.aborted) return reply.code(503).send({ status: 'stopping' });
    if ('complete' in Object(query) && !isComplete()) return reply.code(503).send({ status: 'incomplete' });
    const settings = provider?.faults() ?? [];
    return { status: 'ok', ...(settings.length > 0 && { settings }) };
  });
}
