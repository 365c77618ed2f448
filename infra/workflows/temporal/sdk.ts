import { EngineUnavailable, isNetworkError, UnfitEngine } from '../../errors.ts';
import type { QuietLog } from '../dbos/sdk.ts';

/** Timeout of one call, milliseconds. */
export const answerWithinMs = 5_000;

/** gRPC codes of an unavailable server: cancelled, deadline exceeded, resource exhausted, unavailable. */
const away = new Set([1, 4, 8, 14]);

const noNamespace = /namespace\b.*\bnot found/i;
const unfit = (cause: Error): UnfitEngine =>
  new UnfitEngine(
    'temporal',
    `Temporal has not the namespace of the product (${cause.message}); make it with temporal operator namespace create`,
    cause,
  );

/** Converts errors of an unavailable or slow Temporal to EngineUnavailable, and of a missing namespace to UnfitEngine; others pass unchanged. */
export function asTemporalError(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'number' && away.has(cause.code)) return new EngineUnavailable('temporal', error);
    if (noNamespace.test(cause.message)) return unfit(cause);
    if (cause.name === 'TransportError' || isNetworkError(cause)) return new EngineUnavailable('temporal', error);
  }
  return error;
}

/** True for an error whose cause is an exceeded deadline. */
export function isDeadlineExceeded(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if ('code' in cause && cause.code === 4) return true;
  return false;
}

let quiet: Promise<void> | null = null;

/** Runtime of all workers of this process, without signal handlers and with its output in the log. */
export function quietRuntime(log: QuietLog): Promise<void> {
  quiet ??= install(log);
  return quiet;
}

async function install(log: QuietLog): Promise<void> {
  const { DefaultLogger, makeTelemetryFilterString, Runtime } = await import('@temporalio/worker');
  const logger = new DefaultLogger('WARN', ({ message, meta }) => log.info({ engine: 'temporal', meta: meta?.error }, message));
  Runtime.install({
    logger,
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }), forward: {} } },
  });
}
