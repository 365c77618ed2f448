import { type Container, type Manifest, productContainers, titleOf, type Workload, workloadsOf } from './manifest.ts';

/** Answers what is wrong, one line each; nothing when all is well. */
export type ManifestRule = (manifests: readonly Manifest[]) => string[];

const perContainer =
  (problems: (container: Container, workload: Workload) => string[]): ManifestRule =>
  (manifests) =>
    workloadsOf(manifests).flatMap((workload) =>
      workload.spec.template.spec.containers.flatMap((container) =>
        problems(container, workload).map((problem) => `${titleOf(workload)} ${container.name}: ${problem}`),
      ),
    );

const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;
/** A Job ends by itself; everything else is watched. */
export const isWatched: ManifestRule = perContainer((container, { kind }) =>
  kind === 'Job' ? [] : probes.filter((name) => !container[name]).map((name) => `has no ${name}`),
);

/** The scheduler places by requests, and a leak must not take its neighbours along. */
export const knowsItsNeeds: ManifestRule = perContainer(({ resources }) => [
  ...['cpu', 'memory'].filter((name) => !resources?.requests?.[name]).map((name) => `requests no ${name}`),
  ...(resources?.limits?.memory ? [] : ['has no limit of memory']),
]);

/** What gets into a process finds nothing to go on with. */
export const isConfined: ManifestRule = perContainer(({ securityContext }, { spec }) => {
  const pod = spec.template.spec;
  const held: readonly [boolean, string][] = [
    [pod.securityContext?.runAsNonRoot === true, 'may run as root'],
    [pod.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'has no seccomp profile'],
    [pod.automountServiceAccountToken === false, 'gets a token of Kubernetes'],
    [pod.serviceAccountName !== undefined, 'uses the default service account'],
    [securityContext?.readOnlyRootFilesystem === true, 'may write to its root file system'],
    [securityContext?.allowPrivilegeEscalation === false, 'may gain privileges'],
    [securityContext?.capabilities?.drop?.includes('ALL') === true, 'keeps capabilities'],
  ];
  return held.filter(([holds]) => !holds).map(([, problem]) => problem);
});

/** The same manifests start the same programs tomorrow. */
export const imagesArePinned: ManifestRule = perContainer(({ image }) => (/:[^:/@]*\d[^:/@]*$/.test(image) ? [] : [`${image} names no version`]));

/** Processes of two releases would write events that one of them does not know. */
export const oneImageForTheProduct: ManifestRule = (manifests) => {
  const images = new Set(productContainers(manifests).map(({ container }) => container.image));
  return images.size === 1 ? [] : [`the product runs from ${images.size} images: ${[...images].join(', ')}`];
};

/** Two of everything, by number or by autoscaler. */
export const nothingIsAlone: ManifestRule = (manifests) => {
  const scaled = new Set(
    manifests
      .filter(({ kind, spec }) => kind === 'HorizontalPodAutoscaler' && Number(spec?.minReplicas) >= 2)
      .map(({ spec }) => Object(spec?.scaleTargetRef).name),
  );
  return workloadsOf(manifests)
    .filter(({ kind, metadata, spec }) => kind !== 'Job' && (spec.replicas ?? 1) < 2 && !scaled.has(metadata.name))
    .map((workload) => `${titleOf(workload)} runs once`);
};
