import {
  addIntegration,
  type BrowserOptions,
  captureException,
  init,
  makeBrowserOfflineTransport,
  makeFetchTransport,
  setUser,
} from '@sentry/browser';
import type { Person } from '../identity/person.ts';

/** Sample rates of session replay, 0 to 1: every session is recorded. */
const allSessions = { replaysSessionSampleRate: 1, replaysOnErrorSampleRate: 1 };

export type Integration = Parameters<typeof addIntegration>[0];

/** Subset of the monitoring service that the app uses. */
export interface MonitoringService {
  /** Reports an error. `status` is the HTTP status of the failed request, or a substitute from `networkStatus`. */
  report(error: unknown, status: number): void;
  identify(person: Person | null): void;
  /** Starts recording the session. */
  addReplay(replay: Integration): void;
}

/**
 * Connects to a Sentry-compatible service. The browser stores reports that could not be sent.
 * @param queue Largest number of stored reports.
 */
export function openMonitoring(dsn: string, queue: number): MonitoringService {
  const waiting: BrowserOptions['transportOptions'] & { maxQueueSize: number; flushAtStartup: boolean } = {
    bufferSize: queue,
    maxQueueSize: queue,
    flushAtStartup: true,
  };
  init({
    dsn,
    maxBreadcrumbs: 50,
    ...allSessions,
    transport: makeBrowserOfflineTransport(makeFetchTransport),
    transportOptions: waiting,
  });
  return {
    report: (error, status) => captureException(error, { tags: { status: String(status) } }),
    identify: (person) =>
      setUser(person && { id: person.subject, ...(person.email && { email: person.email }), ...(person.name && { username: person.name }) }),
    addReplay: addIntegration,
  };
}
