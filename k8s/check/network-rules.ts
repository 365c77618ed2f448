import { z } from 'zod';
import { type Manifest, ofKind, productContainers, titleOf, type Workload, workloadsOf } from './manifest.ts';
import { variablesOf } from './product-rules.ts';
import { labelSelector, matches, selected } from './selector-rules.ts';
import type { ManifestRule } from './workload-rules.ts';

const peer = z.looseObject({ podSelector: labelSelector.optional(), namespaceSelector: z.unknown().optional(), ipBlock: z.unknown().optional() });
const ports = z.array(z.looseObject({ port: z.number() })).default([]);
const policySpec = z.looseObject({
  podSelector: labelSelector,
  policyTypes: z.array(z.string()),
  ingress: z.array(z.looseObject({ from: z.array(peer).default([]), ports })).default([]),
  egress: z.array(z.looseObject({ to: z.array(peer).default([]), ports })).default([]),
});

const policiesFor = (workload: Workload, manifests: readonly Manifest[]): z.infer<typeof policySpec>[] =>
  ofKind(manifests, 'NetworkPolicy')
    .map(({ spec }) => policySpec.parse(spec))
    .filter(({ podSelector }) => matches(podSelector, workload));

/** A selector with a slip in it selects nobody, and lets nobody in. */
export const policiesMeanSomebody: ManifestRule = (manifests) =>
  ofKind(manifests, 'NetworkPolicy').flatMap((policy) => {
    const { podSelector, ingress, egress } = policySpec.parse(policy.spec);
    const peers = [...ingress.flatMap(({ from }) => from), ...egress.flatMap(({ to }) => to)];
    const own = peers.flatMap(({ podSelector: pods, namespaceSelector }) => (pods && !namespaceSelector ? [pods] : []));
    return [podSelector, ...own]
      .filter((selector) => selected(selector, manifests).length === 0)
      .map((selector) => `${titleOf(policy)} means nobody: ${JSON.stringify(selector)}`);
  });

/** A policy for all pods that lets nothing in and nothing out; the others are exceptions to it. */
export const nothingIsOpenByDefault: ManifestRule = (manifests) => {
  const closes = ofKind(manifests, 'NetworkPolicy').some(({ spec }) => {
    const { podSelector, policyTypes, ingress, egress } = policySpec.parse(spec);
    const everyone = Object.keys(podSelector.matchLabels).length === 0 && podSelector.matchExpressions.length === 0;
    return everyone && policyTypes.length === 2 && ingress.length === 0 && egress.length === 0;
  });
  return closes ? [] : ['no network policy closes what no other one opens'];
};

const all = ['command', 'query', 'projector', 'worker', 'relay', 'migration'];
/** Those who ask something of somebody else for people. */
const askers = ['command', 'query', 'worker'];
/** What a process is told the address of, the port where that is usual, and the roles that go there. */
const goals: readonly (readonly [setting: string, usual: number, roles: readonly string[]])[] = [
  ['DATABASE_URL', 5432, all],
  ['EVENTSTORE_URL', 2113, all],
  ['KAFKA_BROKERS', 9092, all],
  ['MONGODB_URL', 27017, all],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 4318, all],
  ['ELASTICSEARCH_URL', 9200, ['command', 'query', 'projector', 'worker', 'migration']],
  ['TEMPORAL_ADDRESS', 7233, askers],
  ['AZURE_STORAGE_URL', 443, askers],
  ['OIDC_ISSUER', 443, askers],
  ['OPENAI_BASE_URL', 443, askers],
  ['STRIPE_SECRET_KEY', 443, askers],
];

const roleOf = ({ spec }: Workload): string => spec.template.metadata.labels['app.kubernetes.io/component'] ?? '';
/** Ports that a setting names; the usual one where it says none, or where a file says it. */
function portsOf(value: string | undefined, usual: number): number[] {
  const named = Array.from((value ?? '').matchAll(/:(\d{2,5})(?=[/,?]|$)/g), ([, port]) => Number(port));
  return named.length > 0 ? named : [usual];
}

/** Ports outside that the policies let the pods of a workload reach; what is within, and the look-up of names, is by other peers than ports alone. */
const openPorts = (workload: Workload, manifests: readonly Manifest[]): Set<number> =>
  new Set(
    policiesFor(workload, manifests)
      .flatMap(({ egress }) => egress)
      .filter(({ to }) => to.every(({ ipBlock }) => ipBlock !== undefined))
      .flatMap((rule) => rule.ports.map(({ port }) => port)),
  );

/** What is chosen is reached: a process that may not get at its engine waits for it without end. */
export const everyoneReachesWhatTheyNeed: ManifestRule = (manifests) =>
  productContainers(manifests).flatMap(({ title, container, workload }) => {
    const [variables, open] = [variablesOf(container, manifests), openPorts(workload, manifests)];
    return goals.flatMap(([setting, usual, roles]) => {
      if (!roles.includes(roleOf(workload)) || !(setting in variables || `${setting}_FILE` in variables)) return [];
      const shut = portsOf(variables[setting], usual).filter((port) => !open.has(port) && !reachesWithin(workload, port, manifests));
      return shut.map((port) => `${title} may not reach ${setting} at ${port}`);
    });
  });

const reachesWithin = (workload: Workload, port: number, manifests: readonly Manifest[]): boolean =>
  policiesFor(workload, manifests)
    .flatMap(({ egress }) => egress)
    .some(({ to, ports: named }) => to.some(({ podSelector }) => podSelector) && named.some((one) => one.port === port));

/** And nothing else: what gets into a process finds no way on. */
export const nobodyReachesMore: ManifestRule = (manifests) =>
  productContainers(manifests).flatMap(({ title, workload }) => {
    const role = roleOf(workload);
    const needed = new Set(goals.filter(([, , roles]) => roles.includes(role)).map(([, usual]) => usual));
    return [...openPorts(workload, manifests)]
      .filter((port) => !needed.has(port))
      .map((port) => `${title} may reach ${port}, which a ${role} never needs`);
  });

const httpPort = 4000;
/** The product believes what the gateway says of a caller's address, and answers nobody past it. */
export const theGatewayIsTheOnlyWayIn: ManifestRule = (manifests) => {
  const workloads = workloadsOf(manifests);
  return productContainers(manifests).flatMap(({ title, workload }) =>
    policiesFor(workload, manifests)
      .flatMap(({ ingress }) => ingress)
      .filter((rule) => rule.ports.length === 0 || rule.ports.some(({ port }) => port === httpPort))
      .flatMap(({ from }) => {
        if (from.length === 0 || from.some(({ podSelector, namespaceSelector }) => !podSelector || namespaceSelector !== undefined))
          return [`${title} is reached by anybody`];
        const others = workloads.filter(
          (one) => roleOf(one) !== 'gateway' && from.some(({ podSelector }) => podSelector && matches(podSelector, one)),
        );
        return others.map((one) => `${title} is reached by ${titleOf(one)}`);
      }),
  );
};

const oneNamespace = z.looseObject({ matchLabels: z.record(z.string(), z.string()) });
/** What stands before the gateway says whose address a caller has: another one could say anything. */
export const onlyTheIngressReachesTheGateway: ManifestRule = (manifests) =>
  workloadsOf(manifests)
    .filter((workload) => roleOf(workload) === 'gateway')
    .flatMap((workload) =>
      policiesFor(workload, manifests)
        .flatMap(({ ingress }) => ingress.flatMap(({ from }) => (from.length === 0 ? [{ namespaceSelector: {} }] : from)))
        .filter(({ namespaceSelector }) => namespaceSelector !== undefined && !oneNamespace.safeParse(namespaceSelector).success)
        .map(() => `${titleOf(workload)} is reached from every namespace`),
    );
