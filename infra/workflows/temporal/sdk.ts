import { EngineUnavailable, UnfitEngine } from '../../errors.ts';
import type { QuietLog } from '../dbos/sdk.ts';

/** Time that one call to Temporal may take, milliseconds. */
export const answerWithinMs = 5_000;

/** Codes of gRPC: cancelled by a connection that was closed, too late, exhausted, unavailable. */
const away = new Set([1, 4, 8, 14]);

const noNamespace = /namespace\b.*\bnot found/i;
const unfit = (cause: Error): UnfitEngine =>
  new UnfitEngine(
    'temporal',
    `Temporal has not the namespace of the product (${cause.message}); make it with temporal operator namespace create`,
    cause,
  );

/** Turns what says that Temporal is away or too slow into EngineUnavailable; anything else comes back unchanged. */
export function asTemporalError(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'number' && away.has(cause.code)) return new EngineUnavailable('temporal', error);
    if (noNamespace.test(cause.message)) return unfit(cause);
    if (cause.name === 'TransportError') return new EngineUnavailable('temporal', error);
  }
  return error;
}

/** Whether a call took longer than it may. */
export function isLate(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if ('code' in cause && cause.code === 4) return true;
  return false;
}

let quiet: Promise<void> | null = null;

/** The runtime of all workers of this process: it takes no signals of the process, and tells the log what it would print. */
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
