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
 * `/livez`: this process runs. `/readyz`: it takes requests. An external engine that is away is named; the process stays in service for requests
 * that do not need it. `/readyz?complete`: everything that others rely on is there, read models in use included, so a process of the release before
 * may go. Sign-in settings that do not fit the provider are named with their remedy under `settings`.
 */
export function serveProbes(app: FastifyInstance, { stopping, isComplete, isDatabaseUp, away, faults }: Readiness): void {
  // Probes must get an answer however many other requests wait.
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
