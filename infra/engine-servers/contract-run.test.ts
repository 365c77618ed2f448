import { describe, expect, test } from 'vitest';
import { type CaseResult, closingLine, resultRowOf, resultsTable } from './contract-run.ts';

const one = (state: CaseResult['state'], reason?: string): CaseResult => ({ file: 'a.test.ts', name: 'a', state, ...(reason && { reason }) });
const kafka = { adapter: 'bus/kafka', engine: 'Kafka 4.1.2', absence: null };

describe('result row of an adapter', () => {
  test('has the numbers of its cases by state, and each reason once', () => {
    expect(resultRowOf(kafka, [one('passed'), one('passed'), one('failed'), one('skipped', 'too slow'), one('skipped', 'too slow')])).toEqual({
      adapter: 'bus/kafka',
      engine: 'Kafka 4.1.2',
      cases: 5,
      passed: 2,
      failed: 1,
      notRun: 2,
      reasons: ['too slow'],
    });
  });

  test.each([
    ['there are none', []],
    ['none of them ran', [one('skipped', 'KAFKA_BROKERS is not set')]],
  ])('fails when the engine runs and %s', (_, results) => {
    expect(resultRowOf(kafka, results)).toMatchObject({ failed: 1, reasons: expect.arrayContaining(['no case of it ran']) });
  });

  test('has no failure, but the reason, when the engine is unavailable on this machine', () => {
    const absence = { reason: 'no Docker socket answers', isFailure: false };
    const results = [one('skipped', 'EVENTSTORE_URL is not set')];
    expect(resultRowOf({ ...kafka, absence }, results)).toMatchObject({ failed: 0, notRun: 1, reasons: ['no Docker socket answers'] });
  });

  test('fails when an available engine did not start', () => {
    const absence = { reason: 'mvn failed', isFailure: true };
    expect(resultRowOf({ ...kafka, absence }, [one('skipped', 'KAFKA_BROKERS is not set')])).toMatchObject({ failed: 1, reasons: ['mvn failed'] });
  });
});

const rows = [
  resultRowOf(kafka, [...Array.from({ length: 12 }, () => one('passed')), one('failed')]),
  resultRowOf({ adapter: 'event-store/eventstoredb', engine: 'x', absence: { reason: 'no Docker socket', isFailure: false } }, [one('skipped')]),
];

test('Results table has one line per adapter, in columns', () => {
  expect(resultsTable(rows)).toBe(
    [
      'adapter                   engine and version  cases  passed  failed  not run and why',
      '------------------------  ------------------  -----  ------  ------  -------------------',
      'bus/kafka                 Kafka 4.1.2            13      12       1',
      'event-store/eventstoredb  x                       1       0       0  1: no Docker socket',
    ].join('\n'),
  );
});

test('Closing line of the results has the sums of all rows, and counts each contract gap as failed', () => {
  expect(closingLine(rows, 0)).toBe('12 passed, 1 failed, 1 skipped');
  expect(closingLine(rows, 2)).toBe('12 passed, 3 failed, 1 skipped');
});
