import { readFileSync } from 'node:fs';
import { definitions } from '@waystory/services/all.ts';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { type Manifest, ofKind, productContainers, titleOf, type Workload, workloadsOf } from './manifest.ts';
import { argumentProblems, processOf } from './product-arguments.ts';
import { productMetrics } from './product-metrics.ts';
import type { ManifestRule } from './workload-rules.ts';

const metric = z.looseObject({ name: z.string() });
const autoscaler = z.looseObject({
  scaleTargetRef: z.object({ apiVersion: z.string(), kind: z.string(), name: z.string() }),
  maxReplicas: z.number(),
  metrics: z
    .array(
      z.looseObject({
        type: z.string(),
        pods: z.looseObject({ metric }).optional(),
        external: z.looseObject({ metric }).optional(),
      }),
    )
    .default([]),
  behavior: z
    .looseObject({
      scaleUp: z.looseObject({ policies: z.array(z.unknown()).min(1) }).optional(),
      scaleDown: z.looseObject({ stabilizationWindowSeconds: z.number(), policies: z.array(z.unknown()).min(1) }).optional(),
    })
    .optional(),
});
type Autoscaler = z.infer<typeof autoscaler>;

const autoscalersOf = (manifests: readonly Manifest[]): { title: string; spec: Autoscaler }[] =>
  ofKind(manifests, 'HorizontalPodAutoscaler').map((one) => ({ title: titleOf(one), spec: autoscaler.parse(one.spec) }));

const offers = z.array(z.looseObject({ seriesQuery: z.string(), metricsQuery: z.string(), name: z.object({ as: z.string() }) }));
const adapterRules = z.object({ rules: z.looseObject({ custom: offers, external: offers }) });
const adapterFile = new URL('../observability/prometheus-adapter.yaml', import.meta.url);

const readAdapter = () => adapterRules.parse(parse(readFileSync(adapterFile, 'utf8'))).rules;

/** Name of the series that a query asks for. */
const seriesOf = ({ seriesQuery }: { seriesQuery: string }): string => /^\w+/.exec(seriesQuery)?.[0] ?? '';

/** The queries of the adapter, filled in as it fills them in, as rules that Prometheus can read. YAML. */
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

/** What autoscalers may ask for by the adapter, of each pod and of the whole, and the series of Prometheus that stands behind it. */
function offered(): Record<'pods' | 'external', ReadonlyMap<string, string>> {
  const { custom, external } = readAdapter();
  const names = (list: z.infer<typeof offers>) => new Map(list.map((offer) => [offer.name.as, seriesOf(offer)]));
  return { pods: names(custom), external: names(external) };
}

/** The target of an autoscaler is there, and nobody else says how many of it there are. */
export const autoscalersHaveTheirTarget: ManifestRule = (manifests) =>
  autoscalersOf(manifests).flatMap(({ title, spec }) => {
    const { kind, name } = spec.scaleTargetRef;
    const target = workloadsOf(manifests).find((workload) => workload.kind === kind && workload.metadata.name === name);
    if (!target) return [`${title} scales ${kind}/${name}, which is not there`];
    return target.spec.replicas === undefined ? [] : [`${titleOf(target)} has both replicas and an autoscaler`];
  });

/** An autoscaler whose metric nobody has leaves the number as it is, whatever happens. */
export const metricsAreThere: ManifestRule = (manifests) => {
  const [known, measured] = [offered(), new Set(productMetrics())];
  return autoscalersOf(manifests).flatMap(({ title, spec }) =>
    spec.metrics.flatMap(({ pods, external }) => {
      const asked = pods ? known.pods.get(pods.metric.name) : external ? known.external.get(external.metric.name) : null;
      if (asked === null) return [];
      const name = pods?.metric.name ?? external?.metric.name;
      if (asked === undefined) return [`${title} goes by ${name}, which the adapter does not offer`];
      return measured.has(asked.replace(/_count$/, '')) ? [] : [`${title} goes by ${asked}, which the product does not measure`];
    }),
  );
};

/** Down only when none was needed for so long, seconds. */
const calm = 300;
/** Processes that come and go with each breath of the load would do nothing but start. */
export const doNotFlap: ManifestRule = (manifests) =>
  autoscalersOf(manifests).flatMap(({ title, spec: { behavior } }) => [
    ...(behavior?.scaleUp ? [] : [`${title} does not say how fast it goes up`]),
    ...((behavior?.scaleDown?.stabilizationWindowSeconds ?? 0) >= calm ? [] : [`${title} goes down before it was calm for ${calm} s`]),
  ]);

/** One relay carries all events, under a lease; the second is there for when it goes. */
const mostRelays = 2;

/** How many processes of a workload have something to do at most; null where each has its share of what is asked. */
function mostOf({ kind }: Workload, args: readonly string[]): { most: number; why: string } | null {
  if (kind === 'Job') return { most: 1, why: 'one does it under a lock' };
  if (argumentProblems(args).length > 0) return null;
  const { contexts, roles } = processOf(args);
  if (roles.length !== 1) return null;
  if (roles.includes('relay')) return { most: mostRelays, why: 'one carries, under a lease, and the other waits for it' };
  const models = definitions.filter(({ name }) => contexts.includes(name)).flatMap(({ projections }) => projections).length;
  return roles.includes('projector') ? { most: Math.max(models, 2), why: 'each read model is at one process' } : null;
}

/** Who shares nothing out only waits, and holds connections meanwhile. */
export const noneOnlyWaits: ManifestRule = (manifests) => {
  const scaled = new Map(autoscalersOf(manifests).map(({ spec }) => [spec.scaleTargetRef.name, spec.maxReplicas]));
  return productContainers(manifests).flatMap(({ title, container, workload }) => {
    const bound = mostOf(workload, container.args);
    const { replicas = 1, parallelism = 1, completions = 1 } = workload.spec;
    const count = scaled.get(workload.metadata.name) ?? Math.max(replicas, parallelism, completions);
    return bound && count > bound.most ? [`${title} runs up to ${count} times: ${bound.why}, so ${bound.most} do`] : [];
  });
};

/** Those whose work grows with what is asked come and go with it; of the others there are as many as help. */
export const growsWithTheLoad: ManifestRule = (manifests) => {
  const scaled = new Set(autoscalersOf(manifests).map(({ spec }) => spec.scaleTargetRef.name));
  return workloadsOf(manifests)
    .filter(({ kind, metadata }) => kind === 'Deployment' && !scaled.has(metadata.name))
    .filter(({ spec }) => {
      const [container] = spec.template.spec.containers;
      if (container?.name !== 'product') return true;
      const { contexts, roles } = processOf(container.args);
      // The map is made before it is asked for.
      return !roles.includes('relay') && contexts.some((name) => name !== 'basemap');
    })
    .map((one) => `${titleOf(one)} has no autoscaler`);
};
