import { isObject, type Json, type JsonObject } from './json.ts';
import type { Manifest } from './manifest.ts';

/** Something that is wrong on purpose, and the rule that must say so. */
export interface Breakage {
  /** As in "refuses ...". */
  what: string;
  rule: string;
  /** Changes a copy of the overlay for production. */
  change: (manifests: Manifest[]) => Manifest[];
}

/** Changes what lies at a path of a manifest: names of fields, and numbers of places. @throws Error when nothing is there, for then the control would show nothing. */
function at(manifest: Manifest, path: string, change: (parent: JsonObject | Json[], name: string) => void): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce<Json | undefined>(
    (value, name) => (Array.isArray(value) ? value[Number(name)] : isObject(value) ? value[name] : undefined),
    manifest as unknown as Json, // it was read from YAML
  );
  if (!Array.isArray(parent) && !isObject(parent)) throw new Error(`${manifest.kind}/${manifest.metadata.name} has no ${path}`);
  change(parent, last);
}

const one = (kind: string, name: string, manifests: readonly Manifest[]): Manifest => {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name.startsWith(name));
  if (!found) throw new Error(`There is no ${kind}/${name}`);
  return found;
};

/** Sets a field of a manifest of the overlay. */
const set =
  (kind: string, name: string, path: string, value: Json): Breakage['change'] =>
  (manifests) => {
    at(one(kind, name, manifests), path, (parent, last) => Object.assign(parent, { [last]: value }));
    return manifests;
  };
/** Takes a field away. */
const unset =
  (kind: string, name: string, path: string): Breakage['change'] =>
  (manifests) => {
    at(one(kind, name, manifests), path, (parent, last) => {
      if (!(last in parent)) throw new Error(`${kind}/${name} has no ${path}`);
      Reflect.deleteProperty(parent, last);
    });
    return manifests;
  };
/** Takes a manifest away. */
const without =
  (kind: string, name: string): Breakage['change'] =>
  (manifests) => {
    const gone = one(kind, name, manifests);
    return manifests.filter((manifest) => manifest !== gone);
  };

const pod = 'spec.template.spec';
const product = `${pod}.containers.0`;

/** At least one for each rule that operation hangs on. */
export const breakages: readonly Breakage[] = [
  {
    what: 'a privileged pod',
    rule: 'every process is confined',
    change: set('Deployment', 'itineraries-query', `${product}.securityContext`, { privileged: true }),
  },
  {
    what: 'a namespace that takes pods that may do anything',
    rule: 'the namespace takes confined pods only',
    change: (manifests) => {
      one('Namespace', 'waystory', manifests).metadata.labels = {};
      return manifests;
    },
  },
  {
    what: 'a product without its closing network policy',
    rule: 'the network is closed by default',
    change: without('NetworkPolicy', 'nothing-else'),
  },
  { what: 'workers that may not reach Temporal', rule: 'every process reaches what it needs', change: without('NetworkPolicy', 'workflows') },
  {
    what: 'a relay that may reach the whole web',
    rule: 'no process reaches more than its role needs',
    change: set('NetworkPolicy', 'workers', 'spec.podSelector.matchExpressions.0.values', ['worker', 'relay']),
  },
  {
    what: 'a product that is reached past its gateway',
    rule: 'the gateway is the only way in',
    change: set('NetworkPolicy', 'answers', 'spec.ingress.0.from', [{ namespaceSelector: {} }]),
  },
  {
    what: 'a gateway that every namespace reaches',
    rule: 'only the ingress reaches the gateway',
    change: set('NetworkPolicy', 'gateway', 'spec.ingress.0.from', [{ namespaceSelector: {} }]),
  },
  {
    what: 'a secret in a variable',
    rule: 'secrets come as files',
    change: set('Deployment', 'billing-command', `${product}.env.0`, { name: 'STRIPE_SECRET_KEY', value: 'sk_live_1' }),
  },
  {
    what: 'a secret that Kubernetes brings into a variable',
    rule: 'secrets come as files',
    change: set('Deployment', 'billing-command', `${product}.envFrom.0`, { secretRef: { name: 'waystory' } }),
  },
  {
    what: 'a process that says nothing of its needs',
    rule: 'every process says what it needs',
    change: unset('Deployment', 'relay', `${product}.resources.requests`),
  },
  {
    what: 'a heap that its container has no room for',
    rule: 'heaps fit their containers',
    change: set('Deployment', 'worker', `${product}.resources.limits.memory`, '256Mi'),
  },
  {
    what: 'a Deployment without a disruption budget',
    rule: 'every Deployment has a disruption budget',
    change: without('PodDisruptionBudget', 'social-query'),
  },
  {
    what: 'an autoscaler by a metric that nobody has',
    rule: 'autoscalers go by metrics that are there',
    change: set('HorizontalPodAutoscaler', 'accounts-projector', 'spec.metrics.0.external.metric.name', 'waystory_projection_delay'),
  },
  {
    what: 'an autoscaler that flaps',
    rule: 'autoscalers do not flap',
    change: set('HorizontalPodAutoscaler', 'accounts-query', 'spec.behavior.scaleDown.stabilizationWindowSeconds', 0),
  },
  { what: 'three relays', rule: 'nobody runs more often than helps', change: set('Deployment', 'relay', 'spec.replicas', 3) },
  { what: 'migrations beside one another', rule: 'nobody runs more often than helps', change: set('Job', 'migration', 'spec.parallelism', 2) },
  {
    what: 'more projectors than there are read models',
    rule: 'nobody runs more often than helps',
    change: set('HorizontalPodAutoscaler', 'billing-projector', 'spec.maxReplicas', 7),
  },
  {
    what: 'a process that does not grow with what is asked',
    rule: 'what is asked more grows',
    change: without('HorizontalPodAutoscaler', 'media-query'),
  },
  { what: 'one of something', rule: 'there are two of everything', change: set('Deployment', 'relay', 'spec.replicas', 1) },
  {
    what: 'a Deployment that is not spread over zones',
    rule: 'every Deployment is spread over zones and machines',
    change: set('Deployment', 'web-query', `${pod}.topologySpreadConstraints.0.topologyKey`, 'kubernetes.io/arch'),
  },
  {
    what: 'a spread that counts the pods of others',
    rule: 'every Deployment is spread over zones and machines',
    change: set('Deployment', 'web-query', `${pod}.topologySpreadConstraints.0.labelSelector.matchLabels`, {
      'app.kubernetes.io/component': 'query',
    }),
  },
  { what: 'a priority that is not there', rule: 'every Deployment has a priority', change: without('PriorityClass', 'waystory-answers') },
  {
    what: 'a release that takes a process away first',
    rule: 'a release is rolled out without a gap',
    change: set('Deployment', 'media-command', 'spec.strategy.rollingUpdate.maxUnavailable', 1),
  },
  {
    what: 'a process that goes while it is asked',
    rule: 'who is asked waits before it goes',
    change: unset('Deployment', 'media-query', `${product}.lifecycle`),
  },
  {
    what: 'a process that is killed before it may have finished',
    rule: 'nobody is killed before they may have finished',
    change: set('Deployment', 'assistant-command', `${pod}.terminationGracePeriodSeconds`, 20),
  },
  {
    what: 'a gateway that is killed before it may have finished',
    rule: 'nobody is killed before they may have finished',
    change: set('Deployment', 'gateway', `${pod}.terminationGracePeriodSeconds`, 30),
  },
];

/** A copy of the overlay with one thing wrong. */
export const brokenBy = ({ change }: Breakage, manifests: readonly Manifest[]): Manifest[] => change(structuredClone([...manifests]));
