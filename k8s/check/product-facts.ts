import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stopWithinMs } from '@waystory/infra/host/probes.ts';
import { definitions } from '@waystory/services/all.ts';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Texts of the files that match a pattern, tests excluded. */
export const textOfFiles = (pattern: string): string =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' || name === '.types' })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(`${root}${path}`, 'utf8'))
    .join('\n');

/** Names of the metrics that the product defines, without those of Node.js. */
export const productMetrics = (): string[] =>
  Array.from(textOfFiles('{infra,services}/**/*.ts').matchAll(/'(waystory_[a-z_]+)'/g), ([, name = '']) => name);

const offers = z.array(z.looseObject({ seriesQuery: z.string(), metricsQuery: z.string(), name: z.object({ as: z.string() }) }));
type Offer = z.infer<typeof offers>[number];
const adapterRules = z.object({ rules: z.looseObject({ custom: offers, external: offers }) });
const readAdapter = () => adapterRules.parse(parse(readFileSync(`${root}k8s/observability/prometheus-adapter.yaml`, 'utf8'))).rules;

const seriesOf = ({ seriesQuery }: Offer): string => /^\w+/.exec(seriesQuery)?.[0] ?? '';

/** Queries of the adapter with their placeholders replaced, as Prometheus rules in YAML. */
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

/** Facts about the product, which policies read as `data.facts`. */
export function productFacts() {
  const { custom, external } = readAdapter();
  const seriesByName = (list: readonly Offer[]) => Object.fromEntries(list.map((offer) => [offer.name.as, seriesOf(offer)]));
  return {
    /** Timeout of a graceful stop, seconds. */
    stopSeconds: stopWithinMs / 1_000,
    /** Number of read models by context. */
    readModels: Object.fromEntries(definitions.map(({ name, projections }) => [name, projections.length])),
    /** Metrics that the adapter offers to autoscalers, with their Prometheus series. */
    offered: { pods: seriesByName(custom), external: seriesByName(external) },
    metrics: [...new Set(productMetrics())],
  };
}
