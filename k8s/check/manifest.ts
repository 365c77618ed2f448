import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const labels = z.record(z.string(), z.string());
const probe = z.looseObject({});

const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).default([]),
  args: z.array(z.string()).default([]),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() })).default([]),
  envFrom: z.array(z.looseObject({ configMapRef: z.looseObject({ name: z.string() }).optional() })).default([]),
  ports: z.array(z.looseObject({ name: z.string().optional(), containerPort: z.number() })).default([]),
  lifecycle: z.looseObject({ preStop: z.looseObject({ sleep: z.object({ seconds: z.number() }).optional() }).optional() }).optional(),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  resources: z.looseObject({ requests: labels.optional(), limits: labels.optional() }).optional(),
  securityContext: z
    .looseObject({
      allowPrivilegeEscalation: z.boolean().optional(),
      readOnlyRootFilesystem: z.boolean().optional(),
      capabilities: z.looseObject({ drop: z.array(z.string()).optional() }).optional(),
    })
    .optional(),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
});
/** A container of a pod, as far as rules look at it. */
export type Container = z.infer<typeof container>;

const spread = z.looseObject({
  topologyKey: z.string(),
  maxSkew: z.number(),
  labelSelector: z.looseObject({ matchLabels: labels.default({}) }),
});

const podTemplate = z.looseObject({
  metadata: z.looseObject({ labels: labels.default({}) }),
  spec: z.looseObject({
    serviceAccountName: z.string().optional(),
    automountServiceAccountToken: z.boolean().optional(),
    priorityClassName: z.string().optional(),
    /** Kubernetes waits half a minute where nothing is said. */
    terminationGracePeriodSeconds: z.number().default(30),
    topologySpreadConstraints: z.array(spread).default([]),
    securityContext: z
      .looseObject({ runAsNonRoot: z.boolean().optional(), seccompProfile: z.looseObject({ type: z.string() }).optional() })
      .optional(),
    containers: z.array(container).min(1),
    volumes: z.array(z.looseObject({ name: z.string(), secret: z.unknown().optional() })).default([]),
  }),
});

/** What a manifest is, whatever its kind; nothing is added to it, because it is sent to the server as it was read. */
export const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional(), labels: labels.optional() }),
  spec: z.looseObject({}).optional(),
  data: labels.optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

const workloadSchema = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    replicas: z.number().optional(),
    strategy: z.looseObject({ rollingUpdate: z.looseObject({ maxUnavailable: z.union([z.number(), z.string()]).optional() }).optional() }).optional(),
    parallelism: z.number().optional(),
    completions: z.number().optional(),
    template: podTemplate,
  }),
});
/** A manifest that starts pods. */
export type Workload = z.infer<typeof workloadSchema>;

/** The manifests of a stream of YAML documents. */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return manifestSchema.parse(document.toJS());
  });
}

/** `kind/name`, as kubectl writes it. */
export const titleOf = ({ kind, metadata }: Pick<Manifest, 'kind'> & { metadata: { name: string } }): string => `${kind}/${metadata.name}`;

/** Manifests of a kind. */
export const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);

const workloadKinds = ['Deployment', 'StatefulSet', 'Job'];
/** Manifests that start pods. */
export const workloadsOf = (manifests: readonly Manifest[]): Workload[] =>
  manifests.filter(({ kind }) => workloadKinds.includes(kind)).map((manifest) => workloadSchema.parse(manifest));

/** Containers that run the product itself. */
export const productContainers = (manifests: readonly Manifest[]): { title: string; container: Container; workload: Workload }[] =>
  workloadsOf(manifests).flatMap((workload) =>
    workload.spec.template.spec.containers
      .filter(({ name }) => name === 'product')
      .map((one) => ({ title: titleOf(workload), container: one, workload })),
  );
