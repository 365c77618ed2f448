import { z } from 'zod';
import { type Manifest, ofKind, titleOf, type Workload, workloadsOf } from './manifest.ts';
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

/** Titles of the workloads that are meant. */
export const selected = (selector: LabelSelector, manifests: readonly Manifest[]): string[] =>
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
