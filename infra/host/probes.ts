import type { FastifyInstance } from 'fastify';
import { hiddenAndFree } from '../hidden-route.ts';

/**
 * `/livez`: this process runs. `/readyz`: it takes requests. An engine that is away does not take it out of service: what can be answered still is.
 * `/readyz?complete`: what others go by is there as well, its read models in use among it, so that a process of the release before may go.
 */
export function serveProbes(app: FastifyInstance, stopping: AbortSignal, isComplete: () => boolean): void {
  // Whoever asks whether it lives must hear so, however often others ask for something.
  app.get('/livez', hiddenAndFree, async () => ({ status: 'ok' }));
  app.get('/readyz', hiddenAndFree, async ({ query }, reply) => {
    if (stopping.aborted) return reply.code(503).send({ status: 'stopping' });
    if ('complete' in Object(query) && !isComplete()) return reply.code(503).send({ status: 'incomplete' });
    return { status: 'ok' };
  });
}
