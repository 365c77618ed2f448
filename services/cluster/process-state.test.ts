import { expect, test } from 'vitest';
import { metricValuesOf, processTableOf } from './process-state.ts';

test('Prometheus metrics are parsed with any labels', () => {
  const values = metricValuesOf(
    ['# HELP lag words', 'lag{projection="a",partition="0"} 3', 'lag{projection="b {c}"} 1.5e3', 'plain 7', '', 'odd{x="}"} NaN'].join('\n'),
  );
  expect(values.get('lag')).toEqual([3, 1500]);
  expect(values.get('plain')).toEqual([7]);
  expect(values.get('odd')).toEqual([Number.NaN]);
});

test('Process table has one line per process, with dashes for unknown values', () => {
  const well = {
    name: 'projector-1',
    pid: 4711,
    port: 20_001,
    restarts: 2,
    health: 'ready',
    memory: 140,
    lag: { events: 12, seconds: 0.25 },
  } as const;
  const away = { name: 'query-1', pid: undefined, port: 20_002, restarts: 0, health: 'down', memory: undefined, lag: undefined } as const;
  expect(processTableOf([well, away]).split('\n')).toEqual([
    'process      health  pid   port   restarts  memory   lag',
    'projector-1  ready   4711  20001  2         140 MiB  12 events, 0.3 s',
    'query-1      down    -     20002  0         -        -',
  ]);
});
