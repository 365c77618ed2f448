import { describe, expect, test } from 'vitest';
import { latencyThresholds, reportLinesOf, reportOf } from './report.ts';

const times = (p99: number) => ({ count: 100, p50: p99 / 4, p95: p99 / 2, p99, max: p99 * 2 });
const part = (counters: Record<string, number>, summaries: Record<string, ReturnType<typeof times>>) => ({ counters, summaries, period: 0 });

describe('load report', () => {
  test('marks every service level below its limit as held', () => {
    const all = part({ 'visits.browse': 20 }, { reads: times(99), writes: times(149) });
    const report = reportOf({ aggregate: all, intermediate: [all] });
    expect(report.judgements.map(({ held }) => held)).toEqual([true, true, true]);
    expect(report).toMatchObject({ visits: 20, answered: 200, failed: 0 });
  });

  test('marks an exceeded service level as MISSED, with its figure', () => {
    const all = part({ 'visits.browse': 20 }, { reads: times(101) });
    expect(reportLinesOf(reportOf({ aggregate: all, intermediate: [] }))).toContain('MISSED reads p99, ms: 101, at most 100');
  });

  test('counts failed requests against availability, but not refused ones', () => {
    const refused = part({ 'refused.429': 5 }, { reads: times(10) });
    const failed = part({ 'failed.500': 1, 'unexpected: no id': 1 }, { reads: times(10) });
    const [availability] = reportOf({ aggregate: refused, intermediate: [] }).judgements;
    expect(availability?.held).toBe(true);
    const report = reportOf({ aggregate: failed, intermediate: [] });
    expect(report.judgements[0]).toMatchObject({ held: false, figure: 1 / 101 });
    expect(report.reasons).toEqual({ 'failed.500': 1, 'unexpected: no id': 1 });
  });

  test('ends with a VOID line when the generator delay is above 100 ms', () => {
    const late = part({}, { 'generator-delay': times(500) });
    expect(reportLinesOf(reportOf({ aggregate: late, intermediate: [] })).at(-1)).toMatch(/^VOID/);
  });
});

test('Load thresholds are the service levels with a latency limit', () => {
  expect(latencyThresholds.map(({ metric }) => metric)).toEqual(['reads', 'writes', 'search', 'first-word', 'write-to-read']);
});
