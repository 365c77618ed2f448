// @vitest-environment happy-dom
import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RuntimeConfig } from '../config.ts';
import { longestQueue, statusOfFailure } from './monitoring.ts';

const config = (changed: Partial<RuntimeConfig>) => ({ tagManagerId: null, ...changed }) as RuntimeConfig; // as: only the given settings are read
const named = (name: string): Error => Object.assign(new Error('gone'), { name });

test.each([
  ['a response with a status is that status', new ResponseError(503, null), true, 503],
  ['a failed request is 0', new FetchError(new TypeError('Failed to fetch')), true, 0],
  ['a timeout is 444', new FetchError(named('TimeoutError')), true, 444],
  ['an aborted request is 499', new FetchError(named('AbortError')), true, 499],
  ['a request without a network is 1001', new FetchError(new TypeError('Failed to fetch')), false, 1_001],
])('statusOfFailure of %s', (_, error, online, status) => {
  expect(statusOfFailure(error, online)).toBe(status);
});

describe('Monitoring', () => {
  const reports: unknown[] = [];
  let monitoring: typeof import('./monitoring.ts');
  let network: typeof import('@waystory/proto/kit/client.ts');
  const opened = vi.fn();
  beforeEach(async () => {
    vi.resetModules();
    reports.length = 0;
    opened.mockReset();
    vi.doMock('./monitoring-service.ts', () => ({
      openMonitoring: opened.mockImplementation(() => ({
        report: (_: unknown, status: number) => reports.push(status),
        identify: (person: unknown) => reports.push(person),
        addReplay: ({ name }: { name: string }) => reports.push(name),
      })),
    }));
    monitoring = await import('./monitoring.ts');
    network = await import('@waystory/proto/kit/client.ts');
  });
  afterEach(() => vi.doUnmock('./monitoring-service.ts'));
  const start = () => monitoring.startMonitoring('http://key@127.0.0.1:9/1');
  const fail = (error: unknown) => expect(monitoring.watchRequest(Promise.reject(error))).rejects.toBe(error);
  const heard = (...messages: unknown[]) => vi.waitFor(() => expect(reports).toEqual(messages));

  test('reports failed requests with their status', async () => {
    start();
    await fail(new network.FetchError(named('TimeoutError')));
    await fail(new network.FetchError(named('AbortError')));
    await fail(new network.FetchError(new TypeError('Failed to fetch')));
    await fail(new network.ResponseError(503, null));
    await heard(444, 499, 0, 503);
  });

  test('reports no 404, and each failure once', async () => {
    start();
    await fail(new network.ResponseError(404, null));
    const once = new network.FetchError(named('TimeoutError'));
    await fail(once);
    monitoring.reportFailure(once);
    monitoring.reportFailure(new Error('The page broke'));
    await heard(444, 0);
  });

  test('does not load the service without a DSN', async () => {
    monitoring.startMonitoring(null);
    await fail(new network.FetchError(named('TimeoutError')));
    monitoring.startAnalytics(config({ monitoringReplay: true }));
    expect(opened).not.toHaveBeenCalled();
  });

  test('queues at most 1000 reports until the service is loaded', async () => {
    start();
    for (let count = 0; count < longestQueue + 5; count += 1) monitoring.reportFailure(new Error(`${count}`));
    await vi.waitFor(() => expect(reports).toHaveLength(longestQueue));
    expect(opened).toHaveBeenCalledWith('http://key@127.0.0.1:9/1', longestQueue);
  });

  test('starts session replay once, and only when it is configured', async () => {
    start();
    monitoring.startAnalytics(config({}));
    monitoring.startAnalytics(config({ monitoringReplay: true }));
    monitoring.startAnalytics(config({ monitoringReplay: true }));
    await heard('Replay');
  });
});

test('Report to the monitoring service has the status as a tag, and e-mail and name of the signed-in user', async () => {
  const events: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const [, head = '{}', item = '{}'] = body.split('\n');
    if (JSON.parse(head).type === 'event') events.push(JSON.parse(item));
    return new Response('{}');
  });
  const { openMonitoring } = await import('./monitoring-service.ts');
  const service = openMonitoring('http://key@127.0.0.1:9/1', longestQueue);
  service.identify({ subject: 's-1', email: 'ada@example.org', name: 'Ada', roles: [] });
  service.report(new FetchError(named('TimeoutError')), 444);
  await vi.waitFor(() => expect(events).toHaveLength(1));
  expect(events[0]).toMatchObject({ tags: { status: '444' }, user: { id: 's-1', email: 'ada@example.org', username: 'Ada' } });
  vi.unstubAllGlobals();
});
