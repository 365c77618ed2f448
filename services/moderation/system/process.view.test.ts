import type { MinuteOfTraffic, ProcessRecord } from '@waystory/infra/processes/port.ts';
import { expect, test } from 'vitest';
import { processesAt, requestCountsByMinute } from './process.view.ts';

const minute = 60_000;
const now = Date.parse('2026-03-01T12:00:30.000Z');
const at = (before: number): string => new Date(now - before).toISOString();
const asked = (minutesAgo: number, reads: number): MinuteOfTraffic => ({ at: now - 30_000 - minutesAgo * minute, reads, writes: 1, failures: 2 });

const process = (more: Partial<ProcessRecord> = {}): ProcessRecord => ({
  id: 'a',
  host: 'here',
  pid: 1,
  release: '1.0.0',
  contexts: ['social'],
  roles: ['query'],
  startedAt: at(5 * minute),
  toldAt: at(5_000),
  stoppedAt: null,
  memory: 1,
  eventLoop: 0,
  traffic: [],
  ...more,
});

test('process is away after 25 seconds without a heartbeat, and not listed after 10 minutes or a clean stop', () => {
  const stateOf = (more: Partial<ProcessRecord>) => processesAt([process(more)], now)[0]?.state;
  expect(stateOf({})).toBe('up');
  expect(stateOf({ toldAt: at(24_000) })).toBe('up');
  expect(stateOf({ toldAt: at(26_000) })).toBe('away');
  expect(stateOf({ toldAt: at(10 * minute + 1) })).toBeUndefined();
  expect(stateOf({ stoppedAt: at(5_000) })).toBeUndefined();
});

test('process has the request counts of the last whole minute, zeros without requests', () => {
  const traffic = [asked(2, 7), asked(1, 5), asked(0, 3)];
  expect(processesAt([process({ traffic })], now)[0]?.lastMinute).toEqual({ reads: 5, writes: 1, failures: 2 });
  expect(processesAt([process({ traffic: [asked(0, 3)] })], now)[0]?.lastMinute).toEqual({ reads: 0, writes: 0, failures: 0 });
});

test('request counts of each minute of the last hour are sums over all processes, stopped ones included', () => {
  const records = [
    process({ traffic: [asked(61, 9), asked(60, 4), asked(1, 5), asked(0, 3)] }),
    process({ stoppedAt: at(1), traffic: [asked(1, 2)] }),
  ];
  const minutes = requestCountsByMinute(records, now);
  expect(minutes).toHaveLength(60);
  expect(minutes[0]).toEqual({ at: '2026-03-01T11:00:00.000Z', reads: 4, writes: 1, failures: 2 });
  expect(minutes.at(-1)).toEqual({ at: '2026-03-01T11:59:00.000Z', reads: 7, writes: 2, failures: 4 });
  expect(minutes.slice(1, -1).every(({ reads }) => reads === 0)).toBe(true);
});
