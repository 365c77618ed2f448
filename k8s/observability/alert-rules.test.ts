import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { durationBuckets } from '@waystory/infra/http/metrics.ts';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { alertNames, alertRules, alertsFile, burnRateSeries, runbookFileOf } from './alert-rules.ts';
import { serviceLevels } from './service-levels.ts';

const rules = z.object({ groups: z.array(z.object({ rules: z.array(z.looseObject({ expr: z.string() })) })) });

test('alerts.yaml equals the generated rules; if not: `npm run generate`', () => {
  expect(readFileSync(alertsFile, 'utf8')).toBe(alertRules());
});

test('Every latency limit of a service level is a bucket of its histogram', () => {
  for (const { broken } of serviceLevels) if ('longerThan' in broken) expect(durationBuckets).toContain(broken.longerThan);
});

test('Alert rules with windows of one sixtieth record the burn rate of every service level over each window', () => {
  const { groups } = rules.parse(parse(alertRules({ window: (seconds) => seconds / 60, delay: (seconds) => seconds / 10, limit: () => 5 })));
  const recorded = groups.flatMap((group) => group.rules).filter((rule) => 'record' in rule);
  const windows = [5, 60, 30, 360].map(burnRateSeries);
  expect(recorded.map(({ record }) => record).toSorted()).toEqual(serviceLevels.flatMap(() => windows).toSorted());
});

describe('runbooks', () => {
  const folder = new URL('./runbooks/', import.meta.url);
  const headings = ['## What it means', '## First look', '## What to do', '## It is over when'];

  test.each(alertNames)('exist for %s, with meaning, first look, remedy and end', (name) => {
    const file = new URL(runbookFileOf(name), folder);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8').match(/^## .*$/gm)).toEqual(headings);
  });

  test('exist for current alerts only', () => {
    expect(readdirSync(folder).toSorted()).toEqual(['README.md', ...alertNames.map(runbookFileOf)].toSorted());
  });
});
