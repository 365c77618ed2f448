import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { OpenStreams } from '../http/send-reply.ts';
import type { ServiceParts } from './service.ts';

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

export interface Answers {
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
