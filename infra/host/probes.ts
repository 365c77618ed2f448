import type { FastifyInstance } from 'fastify';
import { hiddenAndFree } from '../hidden-route.ts';
import type { SettingFault } from '../identity/setting-fault.ts';

export interface Readiness {
  stopping: AbortSignal;
  isComplete(): boolean;
  /** False while the process restarts its embedded Postgres, without which it answers nothing. */
  isDatabaseUp(): boolean;
  /** Unavailable engines. */
  away(): string[];
  /** Sign-in settings that do not fit the provider. */
  faults(): readonly SettingFault[];
}

/**
 * `/livez`: this process runs. `/readyz`: it accepts requests. It names an unavailable external engine, and stays in service for requests that do not
 * need it. Misfit sign-in settings appear with their remedy under `settings`. `/readyz?complete`: everything that other processes rely on is ready,
 * including the read models in use. A process of the previous release may then end.
 */
export function serveProbes(app: FastifyInstance, { stopping, isComplete, isDatabaseUp, away, faults }: Readiness): void {
  // Probes must be answered, however many other requests wait.
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
