import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stopWithinMs } from '@waystory/infra/host/probes.ts';
import { definitions } from '@waystory/services/all.ts';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Text of the repository's files that match a pattern, without tests. */
export const textOf = (pattern: string): string =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' || name === '.types' })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(`${root}${path}`, 'utf8'))
    .join('\n');

/** Names of the product's own metrics, without those of Node. */
export const productMetrics = (): string[] =>
  Array.from(textOf('{infra,services}/**/*.ts').matchAll(/'(waystory_[a-z_]+)'/g), ([, name = '']) => name);

const offers = z.array(z.looseObject({ seriesQuery: z.string(), metricsQuery: z.string(), name: z.object({ as: z.string() }) }));
type Offer = z.infer<typeof offers>[number];
const adapterRules = z.object({ rules: z.looseObject({ custom: offers, external: offers }) });
const readAdapter = () => adapterRules.parse(parse(readFileSync(`${root}k8s/observability/prometheus-adapter.yaml`, 'utf8'))).rules;

const seriesOf = ({ seriesQuery }: Offer): string => /^\w+/.exec(seriesQuery)?.[0] ?? '';

/** The adapter's queries with their placeholders filled in, as YAML rules of Prometheus. */
export function adapterAsRules(): string {
  const { custom, external } = readAdapter();
  const rules = [...custom, ...external].map((offer) => ({
    record: offer.name.as,
    expr: offer.metricsQuery
      .replaceAll('<<.Series>>', seriesOf(offer))
      .replaceAll('<<.LabelMatchers>>', 'namespace="waystory"')
      .replaceAll('<<.GroupBy>>', 'pod'),
  }));
  return stringify({ groups: [{ name: 'adapter', rules }] });
}

/** Facts of the product that policies read as `data.facts`. */
export function productFacts() {
  const { custom, external } = readAdapter();
  const seriesByName = (list: readonly Offer[]) => Object.fromEntries(list.map((offer) => [offer.name.as, seriesOf(offer)]));
  return {
    /** Longest graceful stop of a process, seconds. */
    stopSeconds: stopWithinMs / 1_000,
    /** Number of read models of each context. */
    readModels: Object.fromEntries(definitions.map(({ name, projections }) => [name, projections.length])),
    /** Metrics that autoscalers may ask the adapter for, with the series behind each. */
    offered: { pods: seriesByName(custom), external: seriesByName(external) },
    metrics: [...new Set(productMetrics())],
  };
}
