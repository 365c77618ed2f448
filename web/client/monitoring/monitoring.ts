import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import type { RuntimeConfig } from '../config.ts';
import type { Person } from '../identity/person.ts';
import type { MonitoringService } from './monitoring-service.ts';

let initialised = false;

/** Loads the tag manager once, with its frame; does nothing without a container id. */
function startTagManager(containerId: string | null): void {
  if (!containerId) return;
  if (initialised) {
    console.info('The tag manager is initialised already');
    return;
  }
  try {
    const address = `https://www.googletagmanager.com`;
    const script = document.createElement('script');
    script.async = true;
    script.src = `${address}/gtm.js?id=${encodeURIComponent(containerId)}`;
    script.onerror = () => console.error('The initialisation of the tag manager failed');
    const frame = document.createElement('iframe');
    frame.src = `${address}/ns.html?id=${encodeURIComponent(containerId)}`;
    frame.hidden = true;
    frame.title = 'Tag manager';
    const noscript = document.createElement('noscript');
    noscript.append(frame);
    document.head.append(script);
    document.body.prepend(noscript);
    initialised = true;
  } catch (error) {
    console.error('The initialisation of the tag manager failed', error);
  }
}

/** spec 9: largest number of queued reports, before and after the service is loaded. */
export const longestQueue = 1_000;

/** spec 8: substitutes for the HTTP status of a request without a response. */
export const networkStatus = { error: 0, timeout: 444, aborted: 499, offline: 1_001 } as const;

/** HTTP status of a failed request, or a substitute when there was no response. */
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
/** Reported failures. A page that also receives the failure of its request does not report it again. */
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

/** Loads the monitoring service in parallel with the app; does nothing without a DSN. */
export function startMonitoring(dsn: string | null): void {
  if (dsn) started ??= load(dsn);
}

let measured = false;

/** Starts analytics after consent: the tag manager and, if configured, session replay. */
export function startAnalytics({ tagManagerId, monitoringReplay }: RuntimeConfig): void {
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

/** Reports a failure with the status of its request. */
export function reportFailure(error: unknown): void {
  if (typeof error === 'object' && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  const status = statusOfFailure(error, navigator.onLine);
  tell((to) => to.report(error, status));
}

/** Reports a failed request and rethrows. A 4xx response is not reported, because it is a refusal and no failure. */
export const watchRequest = <T>(request: Promise<T>): Promise<T> =>
  request.catch((error: unknown) => {
    if (!(error instanceof ResponseError) || error.status >= 500) reportFailure(error);
    throw error;
  });

/** spec 1: reports carry e-mail and name of the signed-in user. */
export function identifyUser(person: Person | null): void {
  tell((to) => to.identify(person));
}
