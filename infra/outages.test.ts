import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EngineUnavailable } from './errors.ts';
import { createLog, type Log } from './log.ts';

let lines: { level: number; msg: string; engine?: string; seconds?: number; repeats?: number }[];
let log: Log;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  log = createLog('warn', () => undefined, { write: (line) => void lines.push(JSON.parse(line)) });
});
afterEach(() => vi.useRealTimers());

const away = (engine = 'postgres'): EngineUnavailable => new EngineUnavailable(engine, new Error('connect ENOENT'));
const said = () => lines.map(({ msg }) => msg);

test('Outage of an engine is reported once, whatever the number of failures', async () => {
  for (let n = 0; n < 500; n++) {
    log.error({ err: away(), consumer: `consumer ${n % 20}` }, 'a reactor failed');
    log.warn({ err: new Error('the turn failed', { cause: away() }) }, 'work was interrupted');
  }
  expect(said()).toEqual(['postgres is away, which is said once until it is back: a reactor failed']);
  expect(lines[0]).toMatchObject({ level: 50, engine: 'postgres', err: { type: 'EngineUnavailable' } });
  expect(log.outages.names()).toEqual(['postgres']);
});

test('End of an outage is reported with its length, and the next outage is reported again', async () => {
  let isUp = false;
  log.outages.askWith({ postgres: async () => (isUp ? 1 : Promise.reject(away())) });
  for (let second = 0; second <= 30; second++) {
    log.error({ err: away() }, 'a batch failed');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await vi.advanceTimersByTimeAsync(20_000);
  expect(lines).toHaveLength(1);
  isUp = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(lines[1]).toMatchObject({ msg: 'postgres is back after 30 s', engine: 'postgres', seconds: 30, repeats: 30 });
  expect(log.outages.names()).toEqual([]);
  log.error({ err: away() }, 'a batch failed');
  expect(lines).toHaveLength(3);
});

test('Outage continues while some callers still fail, even if the engine answers', async () => {
  log.outages.askWith({ kafka: async () => 1 });
  for (let second = 0; second < 60; second++) {
    log.error({ err: away('kafka') }, 'the relay was interrupted');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(lines).toHaveLength(1);
});

test('Outage of an engine without a health check ends after a minute without failures', async () => {
  log.warn({ err: away('mapbox') }, 'no places');
  await vi.advanceTimersByTimeAsync(50_000);
  expect(log.outages.names()).toEqual(['mapbox']);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(said()).toEqual(['mapbox is away, which is said once until it is back: no places', 'mapbox is back after 0 s']);
});

test('Outages are separate per engine, and other errors are reported each time', () => {
  for (const _ of [1, 2]) {
    log.error({ err: away('kafka') }, 'a');
    log.error({ err: away('temporal') }, 'b');
    log.error({ err: new TypeError('x is undefined') }, 'a reactor failed');
    log.error('no object');
  }
  expect(said().filter((line) => line.includes('is away'))).toHaveLength(2);
  expect(said().filter((line) => line === 'a reactor failed')).toHaveLength(2);
  expect(said().filter((line) => line === 'no object')).toHaveLength(2);
});
