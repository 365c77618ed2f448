import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { hiddenUnlimitedRoute } from '../hidden-route.ts';
import type { OpenStreams } from '../http/send-reply.ts';
import type { SettingFault } from '../identity/setting-fault.ts';
import type { ServiceParts } from './service.ts';

export interface Readiness {
  stopping: AbortSignal;
  isComplete(): boolean;
  /** False while the process restarts its embedded Postgres, without which it answers nothing. */
  isDatabaseUp(): boolean;
  /** Names of unavailable engines. */
  away(): string[];
  /** Sign-in settings that do not match the identity provider. */
  faults(): readonly SettingFault[];
}

/**
 * Serves health probes. `/livez`: this process runs. `/readyz`: it accepts requests; the body names unavailable external engines, because requests
 * that need none of them still succeed. Wrong sign-in settings are listed with their remedy under `settings`. `/readyz?complete`: everything that
 * other processes need from this release is ready, including the read models in use. Processes of the previous release may then end.
 */
export function serveProbes(app: FastifyInstance, { stopping, isComplete, isDatabaseUp, away, faults }: Readiness): void {
  // Probes have no rate limit, because a monitor must always get an answer.
  app.get('/livez', hiddenUnlimitedRoute, async () => ({ status: 'ok' }));
  app.get('/readyz', hiddenUnlimitedRoute, async ({ query }, reply) => {
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

/** Longest graceful stop before the process ends anyway, milliseconds. A supervisor must not kill it earlier. */
export const stopWithinMs = 15_000;
/** Drain time, milliseconds: a stopping process still answers while load balancers take it out of rotation. */
const drain = 250;
/** Time for streamed answers to end by themselves, and for the last bytes after their context has ended them; milliseconds. */
const streamsEnd = { byThemselves: 5_000, onceEnded: 1_000 };
/** Interval of closing idle connections, milliseconds. */
const sweepEvery = 50;

/**
 * Adds `connection: close` to answers of a stopping process. Callers with kept-alive connections then reconnect before the close hits their next
 * request.
 */
export function closeConnectionsOnStop(app: FastifyInstance, stopping: AbortSignal): void {
  app.addHook('onRequest', (_, reply, done) => {
    if (stopping.aborted) reply.header('connection', 'close');
    done();
  });
}

interface Answers {
  apps: readonly FastifyInstance[];
  streams: OpenStreams;
  parts: readonly ServiceParts[];
}

/**
 * Finishes requests in progress, then accepts no more. A streamed answer gets time to end; then the context that writes it ends it. A stream that
 * only relays the stream of another process is aborted, and its client reconnects there.
 */
export async function endAnswers({ apps, streams, parts }: Answers): Promise<void> {
  await pause(drain);
  await within(streamsEnd.byThemselves, streams.ended());
  await Promise.all(parts.map((part) => part.endStreams?.()));
  await within(streamsEnd.onceEnded, streams.ended());
  streams.breakOff();
  await Promise.all(apps.map(close));
}

/** Closes an app and its idle connections. A request from before the stop leaves its connection open, which the caller would keep for a minute. */
async function close(app: FastifyInstance): Promise<void> {
  const sweeping = setInterval(() => app.server.closeIdleConnections(), sweepEvery);
  await app.close().finally(() => clearInterval(sweeping));
}

const within = (ms: number, work: Promise<unknown>): Promise<unknown> => Promise.race([work, pause(ms, undefined, { ref: false })]);
