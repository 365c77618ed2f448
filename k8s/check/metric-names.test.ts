import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { productMetrics, textOfFiles } from './product-facts.ts';

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const known = new Set([...productMetrics(), ...registry.getMetricsAsArray().map(({ name }) => name), 'up']);

const watched = textOfFiles('k8s/observability/**/*.{yaml,json}')
  // Metric names of the adapter are not exported by the product; the policy metricExists checks them.
  .replaceAll(/^ *name: \{ as: .*$/gm, '')
  .matchAll(/\b(waystory|nodejs|process)_[a-z0-9_]+\b/g);
const asked = [...new Set(Array.from(watched, ([name]) => name))].sort();

test('Alerts, dashboards and autoscalers query metrics that the product exports', () => {
  expect(asked).toContain('waystory_http_request_seconds_bucket');
  expect(asked).toContain('waystory_reactor_lag_seconds');
  expect(asked.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
});
