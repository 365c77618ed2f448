import { stopWithinMs } from '@waystory/infra/host/end-of-answers.ts';
import { type Container, type Manifest, ofKind, titleOf, type Workload, workloadsOf } from './manifest.ts';
import { labelSelector, matches } from './selector-rules.ts';
import type { ManifestRule } from './workload-rules.ts';

const deploymentsOf = (manifests: readonly Manifest[]): Workload[] => workloadsOf(manifests).filter(({ kind }) => kind === 'Deployment');
const perDeployment =
  (problems: (deployment: Workload, manifests: readonly Manifest[]) => string[]): ManifestRule =>
  (manifests) =>
    deploymentsOf(manifests).flatMap((one) => problems(one, manifests).map((problem) => `${titleOf(one)} ${problem}`));

const places = ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'];

/** Its own pods are apart: a looser selector would count those of others, and leave its own together. */
export const isSpread: ManifestRule = perDeployment((deployment, manifests) =>
  places.flatMap((place) => {
    const constraint = deployment.spec.template.spec.topologySpreadConstraints.find(({ topologyKey }) => topologyKey === place);
    if (!constraint) return [`is not spread over ${place}`];
    const meant = deploymentsOf(manifests).filter((one) => matches(labelSelector.parse(constraint.labelSelector), one));
    if (meant.length === 1 && meant[0]?.metadata.name === deployment.metadata.name) return [];
    return [`is spread over ${place} together with ${meant.map(titleOf).join(', ') || 'nobody'}`];
  }),
);

/** Where there is not room for all, it is known who comes first. */
export const hasPriority: ManifestRule = perDeployment(({ spec }, manifests) => {
  const name = spec.template.spec.priorityClassName;
  if (name === undefined) return ['has no priority'];
  return ofKind(manifests, 'PriorityClass').some(({ metadata }) => metadata.name === name) ? [] : [`has the priority ${name}, which is not there`];
});

/** A new process is ready before an old one goes. */
export const noneIsMissed: ManifestRule = perDeployment(({ spec }) =>
  spec.strategy?.rollingUpdate?.maxUnavailable === 0 ? [] : ['is short of a process while a release is rolled out'],
);

const waitOf = ({ lifecycle }: Container): number => lifecycle?.preStop?.sleep?.seconds ?? 0;
/** Others need a moment to learn that a process goes; requests that they send meanwhile would be refused. */
export const waitsBeforeItGoes: ManifestRule = perDeployment((deployment, manifests) => {
  const isAsked = ofKind(manifests, 'Service').some(({ spec }) => matches(labelSelector.parse({ matchLabels: spec?.selector }), deployment));
  return isAsked && deployment.spec.template.spec.containers.some((container) => waitOf(container) === 0)
    ? ['is asked and does not wait before it goes']
    : [];
});

/** How long what runs in a container takes at most when it is told to end, seconds; null where nobody has said so. */
function endOf({ name }: Container, manifests: readonly Manifest[]): number | null {
  if (name === 'product') return stopWithinMs / 1_000;
  const configurations = ofKind(manifests, 'ConfigMap').map(({ data = {} }) => data.Caddyfile ?? '');
  const [, seconds] = configurations.map((text) => /^\s*grace_period (\d+)s$/m.exec(text)).find((found) => found !== null) ?? [];
  return seconds === undefined ? null : Number(seconds);
}

/** Longer than it waits and takes, or what is under way would be killed. */
export const mayFinish: ManifestRule = perDeployment(({ spec }, manifests) => {
  const { containers, terminationGracePeriodSeconds: granted } = spec.template.spec;
  return containers.flatMap((container) => {
    const end = endOf(container, manifests);
    if (end === null) return [`${container.name} may take for ever to end`];
    const needed = waitOf(container) + end;
    return granted > needed ? [] : [`is killed after ${granted} s, but ${container.name} may take ${needed}`];
  });
});

/** Pods that are not confined are refused there, whoever makes them. */
export const namespaceIsRestricted: ManifestRule = (manifests) =>
  ofKind(manifests, 'Namespace')
    .filter(({ metadata }) => metadata.labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted')
    .map((one) => `${titleOf(one)} takes pods that may do anything`);
