import type { FastifyInstance } from 'fastify';
import { hiddenAndFree } from '../hidden-route.ts';
import type { SettingFault } from '../identity/setting-fault.ts';

export interface Readiness {
  stopping: AbortSignal;
  isComplete(): boolean;
  /** False while the process starts its own embedded Postgres again, without which it answers nothing. */
  isDatabaseUp(): boolean;
  /** Engines that are away. */
  away(): string[];
  /** Settings of the sign-in that do not fit the provider. */
  faults(): readonly SettingFault[];
}

/**
 * `/livez`: this process runs. `/readyz`: it takes requests. An engine of others that is away is named, and does not take the process out of service:
 * it can still answer what needs no such engine. `/readyz?complete`: what others go by is there as well, its read models in use among it,
 * so that a process of the release before may go. Settings of the sign-in that do not fit the provider are named with their remedy under `settings`.
 */
export function serveProbes(app: FastifyInstance, { stopping, isComplete, isDatabaseUp, away, faults }: Readiness): void {
  // Whoever asks whether it lives must hear so, however often others ask for something.
  app.get('/livez', hiddenAndFree, async () => ({ status: 'ok' }));
  app.get('/readyz', hiddenAndFree, async ({ query }, reply) => {
    if (stopping.aborted) return reply.code(503).send({ status: 'stopping' });
    if (!isDatabaseUp())
      return reply
        .code(503)
        .header('retry-after', '1')
        .send({ status: 'away', away: ['postgres'] });
    if ('complete' in Object(query) && !isComplete()) return reply.code(503).send({ status: 'incomplete' });
    const [engines, settings] = [away(), faults()];
    return { status: 'ok', ...(engines.length > 0 && { away: engines }), ...(settings.length > 0 && { settings }) };
  });
}
