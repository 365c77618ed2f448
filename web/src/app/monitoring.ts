import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import type { Person } from './identity/person.ts';

/** spec 9: events that wait to be sent. */
const longestQueue = 1_000;

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

type Sentry = typeof import('@sentry/browser');
let sentry: Sentry | null = null;
let started = false;
const waiting: ((to: Sentry) => void)[] = [];

const tell = (message: (to: Sentry) => void): void => {
  if (sentry) message(sentry);
  else if (started && waiting.length < longestQueue) waiting.push(message);
};

/** Loads the monitoring service beside the app; off without an address. */
export async function startMonitoring(dsn: string | null): Promise<void> {
  if (!dsn || started) return;
  started = true;
  try {
    const library = await import('@sentry/browser');
    library.init({ dsn, maxBreadcrumbs: 50 });
    sentry = library;
    for (const message of waiting.splice(0)) message(library);
  } catch (error) {
    console.error('The monitoring service could not be started', error);
  }
}

/** Reports a failure with the status of the request it came from. */
export function reportFailure(error: unknown): void {
  const status = statusOfFailure(error, navigator.onLine);
  tell((to) => to.captureException(error, { tags: { status: String(status) } }));
}

/** spec 1: reports carry the e-mail and name of whoever is signed in. */
export function identifyFor(person: Person | null): void {
  tell((to) =>
    to.setUser(person && { id: person.subject, ...(person.email && { email: person.email }), ...(person.name && { username: person.name }) }),
  );
}
