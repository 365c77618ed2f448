import { z } from 'zod';
import { type Manifest, titleOf, type Workload, workloadsOf } from './manifest.ts';
import type { ManifestRule } from './workload-rules.ts';

/** Which pods are meant. */
export const labelSelector = z.looseObject({
  matchLabels: z.record(z.string(), z.string()).default({}),
  matchExpressions: z.array(z.object({ key: z.string(), operator: z.literal('In'), values: z.array(z.string()) })).default([]),
});
export type LabelSelector = z.infer<typeof labelSelector>;

/** Whether the pods of a workload are meant. */
export const matches = ({ matchLabels, matchExpressions }: LabelSelector, { spec }: Workload): boolean => {
  const { labels } = spec.template.metadata;
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
};

const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
const selected = (selector: LabelSelector, manifests: readonly Manifest[]): string[] =>
  workloadsOf(manifests)
    .filter((workload) => matches(selector, workload))
    .map(titleOf);

/** A Service or a disruption budget is for the pods of one workload: a looser selector would mix them, an empty one means all. */
export const selectorsMeanOneWorkload: ManifestRule = (manifests) => {
  const services = ofKind(manifests, 'Service').map((one) => [one, labelSelector.parse({ matchLabels: one.spec?.selector })] as const);
  const budgets = ofKind(manifests, 'PodDisruptionBudget').map((one) => [one, labelSelector.parse(one.spec?.selector)] as const);
  return [...services, ...budgets].flatMap(([one, selector]) => {
    const found = selected(selector, manifests);
    return found.length === 1 ? [] : [`${titleOf(one)} selects ${found.length === 0 ? 'nothing' : found.join(', ')}`];
  });
};

/** Without one, maintenance of nodes may take all of its processes at once. */
export const everyDeploymentHasABudget: ManifestRule = (manifests) => {
  const budgets = ofKind(manifests, 'PodDisruptionBudget').map(({ spec }) => labelSelector.parse(spec?.selector));
  return workloadsOf(manifests)
    .filter((workload) => workload.kind === 'Deployment' && !budgets.some((budget) => matches(budget, workload)))
    .map((workload) => `${titleOf(workload)} has no disruption budget`);
};

/** Peers that are pods of this namespace, and the pods that a policy is for. */
const networkPolicy = z.looseObject({
  podSelector: labelSelector,
  policyTypes: z.array(z.string()),
  ingress: z
    .array(
      z.looseObject({
        from: z.array(z.looseObject({ podSelector: labelSelector.optional(), namespaceSelector: z.unknown().optional() })).default([]),
      }),
    )
    .default([]),
  egress: z
    .array(
      z.looseObject({ to: z.array(z.looseObject({ podSelector: labelSelector.optional(), namespaceSelector: z.unknown().optional() })).default([]) }),
    )
    .default([]),
});

/** A selector with a slip in it selects nobody, and lets nobody in. */
export const policiesMeanSomebody: ManifestRule = (manifests) =>
  ofKind(manifests, 'NetworkPolicy').flatMap((policy) => {
    const { podSelector, ingress, egress } = networkPolicy.parse(policy.spec);
    const peers = [...ingress.flatMap(({ from }) => from), ...egress.flatMap(({ to }) => to)];
    const own = peers.flatMap((peer) => (peer.podSelector && !peer.namespaceSelector ? [peer.podSelector] : []));
    return [podSelector, ...own]
      .filter((selector) => selected(selector, manifests).length === 0)
      .map((selector) => `${titleOf(policy)} means nobody: ${JSON.stringify(selector)}`);
  });

/** A policy for all pods that lets nothing in and nothing out; the others are exceptions to it. */
export const nothingIsOpenByDefault: ManifestRule = (manifests) => {
  const closes = ofKind(manifests, 'NetworkPolicy').some(({ spec }) => {
    const { podSelector, policyTypes, ingress, egress } = networkPolicy.parse(spec);
    const everyone = Object.keys(podSelector.matchLabels).length === 0 && podSelector.matchExpressions.length === 0;
    return everyone && policyTypes.length === 2 && ingress.length === 0 && egress.length === 0;
  });
  return closes ? [] : ['no network policy closes what no other one opens'];
};

const scaleTarget = z.looseObject({ scaleTargetRef: z.object({ apiVersion: z.string(), kind: z.string(), name: z.string() }) });

/** The target of an autoscaler is there, and nobody else says how many of it there are. */
export const autoscalersHaveTheirTarget: ManifestRule = (manifests) =>
  ofKind(manifests, 'HorizontalPodAutoscaler').flatMap((autoscaler) => {
    const { kind, name } = scaleTarget.parse(autoscaler.spec).scaleTargetRef;
    const target = workloadsOf(manifests).find((workload) => workload.kind === kind && workload.metadata.name === name);
    if (!target) return [`${titleOf(autoscaler)} scales ${kind}/${name}, which is not there`];
    return target.spec.replicas === undefined ? [] : [`${titleOf(target)} has both replicas and an autoscaler`];
  });
