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

/** Share of recorded sessions when replay is on: all. */
const allSessions = { replaysSessionSampleRate: 1, replaysOnErrorSampleRate: 1 };

export type Integration = Parameters<typeof addIntegration>[0];

/** The monitoring service as the app uses it. */
export interface MonitoringService {
  /** `status`: HTTP status of the failure, or a substitute. */
  report(error: unknown, status: number): void;
  identify(person: Person | null): void;
  /** Starts recording the session. */
  addReplay(replay: Integration): void;
}

/**
 * Connects to a Sentry-compatible service. Unsent reports wait in the browser.
 * @param queue Most waiting reports.
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
