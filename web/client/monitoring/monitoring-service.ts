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

/** Share of the sessions that are kept where replay is on: all, and all in which something failed. */
const allSessions = { replaysSessionSampleRate: 1, replaysOnErrorSampleRate: 1 };

export type Integration = Parameters<typeof addIntegration>[0];

/** The service of the configuration, as the app speaks to it. */
export interface MonitoringService {
  /** `status`: of the request that failed, or what stands for one. */
  report(error: unknown, status: number): void;
  identify(person: Person | null): void;
  /** Begins to record this session. */
  addReplay(replay: Integration): void;
}

/**
 * Speaks to a Sentry-compatible service. What cannot be sent, such as reports of a lost connection, waits in the browser.
 * @param queue reports that wait at most.
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
