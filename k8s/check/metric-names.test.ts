import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (pattern: string): string =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' || name === '.types' })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(`${root}${path}`, 'utf8'))
    .join('\n');

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const ours = Array.from(textOf('{infra,services}/**/*.ts').matchAll(/'(waystory_[a-z_]+)'/g), ([, name = '']) => name);
const known = new Set([...ours, ...registry.getMetricsAsArray().map(({ name }) => name), 'up']);

const watched = textOf('k8s/{observability,base/roles}/**/*.{yaml,json}').matchAll(/\b(waystory|nodejs|process)_[a-z0-9_]+\b/g);
const asked = [...new Set(Array.from(watched, ([name]) => name))].sort();

test('alerts, dashboards and autoscalers go by metrics that the product has', () => {
  expect(asked).toContain('waystory_http_request_seconds_bucket');
  expect(asked.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
});
