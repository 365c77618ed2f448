import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { OpenStreams } from '../http/send-reply.ts';
import type { ServiceParts } from './service.ts';

/** Longest that a stop may take before the process ends anyway, milliseconds. What starts it must not kill it sooner. */
export const stopWithinMs = 15_000;
/** How long a stopping process goes on answering while load balancers learn that it goes, milliseconds. */
const drain = 250;
/** How long it goes on with answers that come bit by bit, and how long those have to get through that it ended then, milliseconds. */
const streamsEnd = { byThemselves: 5_000, onceEnded: 1_000 };
/** Between two looks for connections that nobody uses any more, milliseconds. */
const sweepEvery = 50;

/** Callers that keep a connection are told to leave it once the process stops, before it is closed under their next request. */
export function leaveWith(app: FastifyInstance, stopping: AbortSignal): void {
  app.addHook('onRequest', (_, reply, done) => {
    if (stopping.aborted) reply.header('connection', 'close');
    done();
  });
}

export interface Answers {
  apps: readonly FastifyInstance[];
  streams: OpenStreams;
  parts: readonly ServiceParts[];
}

/**
 * Finishes requests under way, then takes no more. A stream gets time to end; then the context that writes it ends it. A stream that only shows the
 * work of another process is broken off, and the client reads on there.
 */
export async function endAnswers({ apps, streams, parts }: Answers): Promise<void> {
  await pause(drain);
  await within(streamsEnd.byThemselves, streams.ended());
  await Promise.all(parts.map((part) => part.endStreams?.()));
  await within(streamsEnd.onceEnded, streams.ended());
  streams.breakOff();
  await Promise.all(apps.map(close));
}

/** A request that came before the stop leaves a connection behind that its caller would keep for a minute. */
async function close(app: FastifyInstance): Promise<void> {
  const sweeping = setInterval(() => app.server.closeIdleConnections(), sweepEvery);
  await app.close().finally(() => clearInterval(sweeping));
}

const within = (ms: number, work: Promise<unknown>): Promise<unknown> => Promise.race([work, pause(ms, undefined, { ref: false })]);
