import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { productMetrics, textOf } from './product-metrics.ts';

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const known = new Set([...productMetrics(), ...registry.getMetricsAsArray().map(({ name }) => name), 'up']);

const watched = textOf('k8s/observability/**/*.{yaml,json}')
  // What the adapter calls it is no name of the product; autoscalers ask for that, and a rule of theirs holds them to it.
  .replaceAll(/^ *name: \{ as: .*$/gm, '')
  .matchAll(/\b(waystory|nodejs|process)_[a-z0-9_]+\b/g);
const asked = [...new Set(Array.from(watched, ([name]) => name))].sort();

test('alerts, dashboards and what autoscalers go by ask for metrics that the product has', () => {
  expect(asked).toContain('waystory_http_request_seconds_bucket');
  expect(asked).toContain('waystory_reactor_lag_seconds');
  expect(asked.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
});
