import { describe, expect, test } from 'vitest';
import { type Manifest, parseManifests } from './manifest.ts';
import { manifestRules, productionRules } from './manifest-rules.ts';

const deployment = (name: string, args: string[]): string => `
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  selector: { matchLabels: { role: ${name} } }
  template:
    metadata: { labels: { role: ${name} } }
    spec:
      serviceAccountName: waystory
      automountServiceAccountToken: false
      securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: product
          image: waystory:0.1.0
          args: [${args.join(', ')}]
          envFrom: [{ configMapRef: { name: settings } }]
          startupProbe: {}
          livenessProbe: {}
          readinessProbe: {}
          resources: { requests: { cpu: 1m, memory: 1Mi }, limits: { memory: 1Mi } }
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
          volumeMounts: [{ name: secrets, mountPath: /secrets }]
      volumes: [{ name: secrets, secret: { secretName: waystory } }]
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: ${name} }
spec: { maxUnavailable: 1, selector: { matchLabels: { role: ${name} } } }
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: ${name} }
spec: { minReplicas: 2, scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} } }
`;

/** An installation that no rule has anything against. */
const sound = `
apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { DATABASE_URL_FILE: /secrets/database-url, BUS: kafka, KAFKA_BROKERS: 'kafka:9092' }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: nothing-else }
spec: { podSelector: {}, policyTypes: [Ingress, Egress] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: answers }
spec: { podSelector: { matchLabels: { role: most } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: { matchExpressions: [{ key: role, operator: In, values: [relay] }] } }] }] }
---
apiVersion: v1
kind: Service
metadata: { name: most }
spec: { selector: { role: most } }
${deployment('most', ['--roles', "'command,query,projector,worker'"])}
${deployment('relay', ['--roles', 'relay'])}
---
apiVersion: batch/v1
kind: Job
metadata: { name: export }
spec:
  template:
    metadata: { labels: { role: export } }
    spec:
      serviceAccountName: waystory
      automountServiceAccountToken: false
      securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: product
          image: waystory:0.1.0
          command: [node, services/operations/database.ts]
          args: [export]
          env: [{ name: DATABASE_URL_FILE, value: /secrets/database-url }]
          resources: { requests: { cpu: 1m, memory: 1Mi }, limits: { memory: 1Mi } }
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
          volumeMounts: [{ name: secrets, mountPath: /secrets }]
      volumes: [{ name: secrets, secret: { secretName: waystory } }]
`;

const rules = { ...manifestRules, ...productionRules };
const problemsOf = (rule: string, manifests: readonly Manifest[]): string[] => rules[rule]?.(manifests) ?? expect.fail(`There is no rule "${rule}"`);

/** For each rule: what is changed in the installation, and what is then said. */
const offences: readonly (readonly [rule: string, from: string | RegExp, to: string, said: string])[] = [
  ['every process is watched by probes', '          livenessProbe: {}\n', '', 'Deployment/most product: has no livenessProbe'],
  ['every process says what it needs', 'limits: { memory: 1Mi }', 'limits: { cpu: 1m }', 'Deployment/most product: has no limit of memory'],
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
    'PodDisruptionBudget/relay selects Deployment/most, Deployment/relay, Job/export',
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
