import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import type { RuntimeConfig } from '../config.ts';
import type { Person } from '../identity/person.ts';
import type { MonitoringService } from './monitoring-service.ts';
import { startTagManager } from './tag-container.ts';

/** spec 9: events that wait to be sent, before the service is there as after it. */
export const longestQueue = 1_000;

/** spec 8: status of a request that got no answer. */
export const networkStatus = { error: 0, timeout: 444, aborted: 499, offline: 1_001 } as const;

/** HTTP status of a failure, or what stands for one when no answer came. */
export function statusOfFailure(error: unknown, online: boolean): number {
  if (error instanceof ResponseError) return error.status;
  if (!online) return networkStatus.offline;
  const cause = error instanceof FetchError ? error.cause : error;
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'TimeoutError') return networkStatus.timeout;
  if (name === 'AbortError') return networkStatus.aborted;
  return networkStatus.error;
}

let service: MonitoringService | null = null;
let started: Promise<void> | null = null;
const waiting: ((to: MonitoringService) => void)[] = [];
/** What a request reported already is not reported again by the page that could not be shown for it. */
const reported = new WeakSet<object>();

const tell = (message: (to: MonitoringService) => void): void => {
  if (service) message(service);
  else if (started && waiting.length < longestQueue) waiting.push(message);
};

async function load(dsn: string): Promise<void> {
  try {
    const { openMonitoring } = await import('./monitoring-service.ts');
    service = openMonitoring(dsn, longestQueue);
    for (const message of waiting.splice(0)) message(service);
  } catch (error) {
    console.error('The monitoring service could not be started', error);
  }
}

/** Loads the monitoring service beside the app; off without an address. */
export function startMonitoring(dsn: string | null): void {
  if (dsn) started ??= load(dsn);
}

let measured = false;

/** What watches visitors begins once they agreed, and not before: the tag manager, and the replay of sessions where it is configured. */
export function startMeasurements({ tagManagerId, monitoringReplay }: RuntimeConfig): void {
  startTagManager(tagManagerId);
  if (!monitoringReplay || measured) return;
  measured = true;
  tell(async (to) => {
    try {
      to.addReplay((await import('./session-replay.ts')).sessionReplay());
    } catch (error) {
      console.error('The replay of sessions could not be started', error);
    }
  });
}

/** Reports a failure with the status of the request it came from. */
export function reportFailure(error: unknown): void {
  if (typeof error === 'object' && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  const status = statusOfFailure(error, navigator.onLine);
  tell((to) => to.report(error, status));
}

/** Reports a request that failed, and passes its failure on. What the product refused with a 4xx was answered, and has not failed. */
export const watchRequest = <T>(request: Promise<T>): Promise<T> =>
  request.catch((error: unknown) => {
    if (!(error instanceof ResponseError) || error.status >= 500) reportFailure(error);
    throw error;
  });

/** spec 1: reports carry the e-mail and name of whoever is signed in. */
export function identifyFor(person: Person | null): void {
  tell((to) => to.identify(person));
}
