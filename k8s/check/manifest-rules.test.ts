import { describe, expect, test } from 'vitest';
import { type Manifest, parseManifests } from './manifest.ts';
import { manifestRules, productionRules } from './manifest-rules.ts';
import { sound } from './sound-manifests.fixture.ts';

const rules = { ...manifestRules, ...productionRules };
const problemsOf = (rule: string, manifests: readonly Manifest[]): string[] => rules[rule]?.(manifests) ?? expect.fail(`There is no rule "${rule}"`);

/** For each rule: what is changed in the installation, and what is then said. */
const offences: readonly (readonly [rule: string, from: string | RegExp, to: string, said: string])[] = [
  ['every process is watched by probes', '          livenessProbe: {}\n', '', 'Deployment/most product: has no livenessProbe'],
  ['every process says what it needs', 'limits: { memory: 2Mi }', 'limits: { cpu: 1m }', 'Deployment/most product: has no limit of memory'],
  [
    'every process is confined',
    'readOnlyRootFilesystem: true',
    'readOnlyRootFilesystem: false',
    'Deployment/most product: may write to its root file system',
  ],
  [
    'every process is confined',
    'automountServiceAccountToken: false',
    'enableServiceLinks: false',
    'Deployment/most product: gets a token of Kubernetes',
  ],
  ['images name a version', 'waystory:0.1.0', 'waystory:latest', 'Deployment/most product: waystory:latest names no version'],
  ['images name a version', 'waystory:0.1.0', 'localhost:5000/waystory', 'Deployment/most product: localhost:5000/waystory names no version'],
  ['the product runs from one image', 'waystory:0.1.0', 'waystory:0.2.0', 'the product runs from 2 images: waystory:0.2.0, waystory:0.1.0'],
  ['settings exist and are accepted', 'BUS: kafka', 'BUSS: kafka', 'Deployment/most: BUSS is no setting of the product'],
  [
    'settings exist and are accepted',
    "KAFKA_BROKERS: 'kafka:9092'",
    'KAFKA_BROKERS: kafka',
    'Deployment/most: KAFKA_BROKERS: Must be host:port, several with commas between',
  ],
  ['settings exist and are accepted', ", KAFKA_BROKERS: 'kafka:9092'", '', 'Deployment/most: KAFKA_BROKERS is not set, nor is KAFKA_BROKERS_FILE'],
  [
    'contexts and roles exist',
    '--roles, relay',
    '--roles, carrier',
    'Deployment/relay: Unknown role "carrier". Known: command, query, projector, worker, relay',
  ],
  ['programs of their own exist', 'args: [export]', 'args: [expand]', 'Job/export: services/operations/database.ts knows no expand'],
  ['programs of their own exist', 'operations/database.ts', 'operations/none.ts', 'Job/export: there is no node services/operations/none.ts'],
  ['every context and role is run by somebody', '--roles, relay', '--roles, query', 'no process runs the role relay'],
  ['every context and role is run by somebody', ',projector', '', 'no process runs the role projector of accounts'],
  [
    'secrets come as files',
    'BUS: kafka',
    "MONGODB_URL: 'mongodb://me:secret@mongodb/waystory'",
    'Deployment/most: MONGODB_URL is a secret and in sight of everyone who may look at the process',
  ],
  [
    'secrets come as files',
    'value: /secrets/database-url',
    'valueFrom: { secretKeyRef: { name: waystory, key: url } }',
    'Job/export: DATABASE_URL_FILE is brought into a variable',
  ],
  [
    'files of secrets are mounted',
    'mountPath: /secrets',
    'mountPath: /elsewhere',
    'Deployment/most: DATABASE_URL_FILE names /secrets/database-url, where no secret is mounted',
  ],
  [
    'services and budgets are for one workload each',
    'selector: { matchLabels: { role: relay } } }',
    'selector: {} }',
    'PodDisruptionBudget/relay selects Deployment/most, Deployment/relay, Job/export, StatefulSet/gateway',
  ],
  ['services and budgets are for one workload each', 'selector: { role: most }', 'selector: { role: least }', 'Service/most selects nothing'],
  ['every Deployment has a disruption budget', 'kind: PodDisruptionBudget', 'kind: Budget', 'Deployment/most has no disruption budget'],
  [
    'network policies mean somebody',
    'values: [relay]',
    'values: [relais]',
    'NetworkPolicy/answers means nobody: {"matchLabels":{},"matchExpressions":[{"key":"role","operator":"In","values":["relais"]}]}',
  ],
  [
    'the network is closed by default',
    'policyTypes: [Ingress, Egress]',
    'policyTypes: [Ingress]',
    'no network policy closes what no other one opens',
  ],
  [
    'autoscalers have their target for themselves',
    'kind: Deployment, name: relay',
    'kind: Deployment, name: delay',
    'HorizontalPodAutoscaler/relay scales Deployment/delay, which is not there',
  ],
  [
    'autoscalers have their target for themselves',
    'spec:\n  selector',
    'spec:\n  replicas: 2\n  selector',
    'Deployment/most has both replicas and an autoscaler',
  ],
  [
    'nobody comes in by a password that everybody can read',
    'BUS: kafka',
    'READY_ACCOUNTS: everyone, BUS: kafka',
    'Deployment/most: offers the ready accounts',
  ],
  [
    'the namespace takes confined pods only',
    'pod-security.kubernetes.io/enforce: restricted',
    'pod-security.kubernetes.io/enforce: baseline',
    'Namespace/waystory takes pods that may do anything',
  ],
  ['heaps fit their containers', '-size=1,', '-size=2,', 'Deployment/most: has a heap of 2 MiB in a container of 2'],
  ['heaps fit their containers', 'NODE_OPTIONS: --max-old-space-size=1, ', '', 'Deployment/most: does not say how large its heap may be'],
  ['every process reaches what it needs', '{ port: 9092 }', '{ port: 9093 }', 'Deployment/relay may not reach KAFKA_BROKERS at 9092'],
  ['every process reaches what it needs', "'kafka:9092'", "'kafka:9092,kafka:9094'", 'Deployment/relay may not reach KAFKA_BROKERS at 9094'],
  ['no process reaches more than its role needs', '{ port: 9092 }', '{ port: 443 }', 'Deployment/relay may reach 443, which a relay never needs'],
  ['the gateway is the only way in', 'port: 9464', 'port: 4000', 'Deployment/most is reached by Deployment/relay'],
  [
    'only the ingress reaches the gateway',
    'namespaceSelector: { matchLabels: { name: ingress } }',
    'namespaceSelector: {}',
    'StatefulSet/gateway is reached from every namespace',
  ],
  [
    'every Deployment is spread over zones and machines',
    'topology.kubernetes.io/zone',
    'topology.kubernetes.io/region',
    'Deployment/most is not spread over topology.kubernetes.io/zone',
  ],
  [
    'every Deployment is spread over zones and machines',
    'labelSelector: { matchLabels: { role: most } }',
    'labelSelector: { matchLabels: {} }',
    'Deployment/most is spread over topology.kubernetes.io/zone together with Deployment/most, Deployment/relay',
  ],
  [
    'every Deployment has a priority',
    'priorityClassName: first',
    'priorityClassName: last',
    'Deployment/most has the priority last, which is not there',
  ],
  ['every Deployment has a priority', '      priorityClassName: first\n', '', 'Deployment/most has no priority'],
  [
    'a release is rolled out without a gap',
    'maxUnavailable: 0',
    'maxUnavailable: 25%',
    'Deployment/most is short of a process while a release is rolled out',
  ],
  [
    'who is asked waits before it goes',
    'preStop: { sleep: { seconds: 5 } }',
    'preStop: {}',
    'Deployment/most is asked and does not wait before it goes',
  ],
  [
    'nobody is killed before they may have finished',
    'preStop: { sleep: { seconds: 5 } }',
    'preStop: { sleep: { seconds: 15 } }',
    'Deployment/most is killed after 30 s, but product may take 30',
  ],
  [
    'autoscalers go by metrics that are there',
    'metric: { name: waystory_reactor_lag_seconds }',
    'metric: { name: waystory_reactor_lag }',
    'HorizontalPodAutoscaler/most goes by waystory_reactor_lag, which the adapter does not offer',
  ],
  [
    'autoscalers do not flap',
    'stabilizationWindowSeconds: 300',
    'stabilizationWindowSeconds: 30',
    'HorizontalPodAutoscaler/most goes down before it was calm for 300 s',
  ],
  ['autoscalers do not flap', 'scaleUp: { policies: [{}] }, ', '', 'HorizontalPodAutoscaler/most does not say how fast it goes up'],
  [
    'nobody runs more often than helps',
    /maxReplicas: 2(?=\n.*name: relay)/,
    'maxReplicas: 3',
    'Deployment/relay runs up to 3 times: one carries, under a lease, and the other waits for it, so 2 do',
  ],
  ['what is asked more grows', 'kind: HorizontalPodAutoscaler', 'kind: VerticalPodAutoscaler', 'Deployment/most has no autoscaler'],
  ['there are two of everything', 'minReplicas: 2', 'minReplicas: 1', 'Deployment/most runs once'],
];

test.each(Object.keys(rules))('a sound installation: %s', (rule) => {
  expect(problemsOf(rule, parseManifests(sound))).toEqual([]);
});

describe('it is noticed', () => {
  test.each(offences)('%s: %s -> %s', (rule, from, to, said) => {
    const changed = sound.replace(from, to);
    expect(changed).not.toBe(sound);
    expect(problemsOf(rule, parseManifests(changed))).toContain(said);
  });

  test('of every rule', () => {
    expect(Object.keys(rules).filter((rule) => !offences.some(([offended]) => offended === rule))).toEqual([]);
  });
});
