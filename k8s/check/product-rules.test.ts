import { describe, expect, test } from 'vitest';
import { type Manifest, parseManifests } from './manifest.ts';
import { productionRules, productRules } from './product-rules.ts';

const rules = { ...productRules, ...productionRules };
const problemsOf = (rule: string, manifests: readonly Manifest[]): string[] => rules[rule]?.(manifests) ?? expect.fail(`There is no rule "${rule}"`);

const deployment = (name: string, args: string): string => `
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec: { template: { spec: { containers: [{ name: product, args: [${args}], envFrom: [{ configMapRef: { name: settings } }] }] } } }`;

const sound = `
apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { NODE_OPTIONS: --max-old-space-size=1, DATABASE_URL_FILE: /secrets/database-url, BUS: kafka, KAFKA_BROKERS: 'kafka:9092' }
${deployment('most', "--roles, 'command,query,projector,worker'")}
${deployment('relay', '--roles, relay')}
---
apiVersion: batch/v1
kind: Job
metadata: { name: export }
spec: { template: { spec: { containers: [{ name: product, command: [node, services/operations/database.ts], args: [export], env: [{ name: DATABASE_URL_FILE, value: /a }] }] } } }
`;

/** A mistake in the installation for each rule, and the problem that the rule reports. */
const mistakes: readonly (readonly [rule: string, from: string | RegExp, to: string, problem: string])[] = [
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
  ['programs of one-off tasks exist', 'args: [export]', 'args: [expand]', 'Job/export: services/operations/database.ts knows no expand'],
  ['programs of one-off tasks exist', 'operations/database.ts', 'operations/none.ts', 'Job/export: there is no node services/operations/none.ts'],
  ['every context and role is run', '--roles, relay', '--roles, query', 'no process runs the role relay'],
  ['every context and role is run', ',projector', '', 'no process runs the role projector of accounts'],
  [
    'variables hold no secrets',
    'BUS: kafka',
    "MONGODB_URL: 'mongodb://me:secret@mongodb/waystory'",
    'Deployment/most: MONGODB_URL is a secret and in sight of everyone who may look at the process',
  ],
  [
    'accounts with a published password are closed',
    'BUS: kafka',
    'READY_ACCOUNTS: everyone, BUS: kafka',
    'Deployment/most: offers the ready accounts',
  ],
];

test.each(Object.keys(rules))('a sound installation passes the rule: %s', (rule) => {
  expect(problemsOf(rule, parseManifests(sound))).toEqual([]);
});

describe('manifests with one mistake are refused', () => {
  test.each(mistakes)('%s: %s -> %s', (rule, from, to, problem) => {
    const changed = sound.replace(from, to);
    expect(changed).not.toBe(sound);
    expect(problemsOf(rule, parseManifests(changed))).toContain(problem);
  });

  test('by each rule in at least one test case', () => {
    expect(Object.keys(rules).filter((rule) => !mistakes.some(([named]) => named === rule))).toEqual([]);
  });
});
