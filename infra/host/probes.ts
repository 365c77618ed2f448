import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { hiddenAndFree } from '../hidden-route.ts';
import type { OpenStreams } from '../http/send-reply.ts';
import type { SettingFault } from '../identity/setting-fault.ts';
import type { ServiceParts } from './service.ts';

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

/** Longest graceful stop before the process ends anyway, milliseconds. A supervisor must not kill it earlier. */
export const stopWithinMs = 15_000;
/** Drain time, milliseconds: a stopping process still answers while load balancers take it out of rotation. */
const drain = 250;
/** Time for streamed answers to end by themselves, and for their last bytes to arrive once the process has ended them; milliseconds. */
const streamsEnd = { byThemselves: 5_000, onceEnded: 1_000 };
/** Interval of closing idle connections, milliseconds. */
const sweepEvery = 50;

/** Tells callers with kept-alive connections to leave once the process stops, before the close hits their next request. */
export function leaveWith(app: FastifyInstance, stopping: AbortSignal): void {
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
 * Finishes requests in progress, then accepts no more. A stream gets time to end; then its writing context ends it. A stream that only mirrors
 * another process is broken off, and its client reconnects there.
 */
export async function endAnswers({ apps, streams, parts }: Answers): Promise<void> {
  await pause(drain);
  await within(streamsEnd.byThemselves, streams.ended());
  await Promise.all(parts.map((part) => part.endStreams?.()));
  await within(streamsEnd.onceEnded, streams.ended());
  streams.breakOff();
  await Promise.all(apps.map(close));
}

/** A request from before the stop leaves its connection open, which the caller would keep for a minute. */
async function close(app: FastifyInstance): Promise<void> {
  const sweeping = setInterval(() => app.server.closeIdleConnections(), sweepEvery);
  await app.close().finally(() => clearInterval(sweeping));
}

const within = (ms: number, work: Promise<unknown>): Promise<unknown> => Promise.race([work, pause(ms, undefined, { ref: false })]);
