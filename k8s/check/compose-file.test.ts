import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { composeRules, networkNames, parseCompose } from './compose-file.ts';

const text = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8');
const problemsOf = (rule: string, file: string): string[] => composeRules[rule]?.(parseCompose(file)) ?? expect.fail(`There is no rule "${rule}"`);

/** A mistake in docker-compose.yml for each rule, and the problem that the rule reports. */
const offences: readonly (readonly [rule: string, from: string | RegExp, to: string, said: string])[] = [
  ['every service is in one known profile', 'profiles: [default]', 'profiles: []', 'waystory: is in no profile'],
  ['the default profile is one process', /profiles: \[observability\]/, 'profiles: [default]', 'the profile default starts waystory, prometheus'],
  [
    'the product runs from one image',
    'command: [basemap, --roles, query]',
    'command: [basemap, --roles, query]\n    image: waystory:other',
    'the product runs from 2 images',
  ],
  ['images name a version', 'postgres:18.4', 'postgres:latest', 'secrets: postgres:latest names no version'],
  ['settings exist and are accepted', 'SEED: world', 'SEED: everything', 'command: SEED: Invalid option: expected one of "world"|"none"'],
  ['many processes share their engines', 'DATABASE_URL_FILE: ', 'DATA_DIR: ', 'relay: DATABASE_URL is not set, nor is DATABASE_URL_FILE'],
  [
    'contexts and roles exist',
    '[basemap, --roles',
    '[basemaps, --roles',
    'basemap: Unknown context "basemaps". Known: accounts, assistant, basemap, billing, itineraries, media, moderation, model, social, stripe, web, world',
  ],
  [
    'every context and role is run by a process',
    '[accounts, assistant, billing, itineraries, media, moderation, social, --roles, projector]',
    '[accounts, assistant, billing, itineraries, moderation, social, --roles, projector]',
    'no process runs the role projector of media',
  ],
  [
    'secrets come as files',
    'POSTGRES_PASSWORD_FILE: ',
    'POSTGRES_PASSWORD: ',
    'postgres: POSTGRES_PASSWORD is a secret and in sight of everyone who may look at the process',
  ],
  [
    'long-running services have a health check',
    /healthcheck:(?=\n.*\n {6}test: \[CMD, pg_isready)/,
    'x-healthcheck:',
    'postgres: has no health check',
  ],
  ['the product is confined', 'read_only: true', 'read_only: false', 'waystory: may write to its root file system'],
  ['no service uses the network of the host', 'network_mode: none', 'network_mode: host', 'secrets: is on the network of the host'],
  ['ports are published on loopback only', "'127.0.0.1:9090:9090'", "'9090:9090'", 'prometheus: publishes 9090:9090'],
  ['ports are published on loopback only', "'127.0.0.1:4000:4000'", "'4000:4000'", 'waystory: publishes 4000:4000'],
  ['ports are published on loopback only', "'127.0.0.1:4000:8080'", "'0.0.0.0:4000:8080'", 'gateway: publishes 0.0.0.0:4000:8080'],
  [
    'ready accounts with public passwords are off by default',
    'READY_ACCOUNTS:-none',
    'READY_ACCOUNTS:-everyone',
    'waystory: offers the ready accounts',
  ],
];

test.each(Object.keys(composeRules))('docker-compose.yml: %s', (rule) => {
  expect(problemsOf(rule, text)).toEqual([]);
});

describe('compose rules report a mistake', () => {
  test.each(offences)('%s: %s -> %s', (rule, from, to, said) => {
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    expect(problemsOf(rule, changed)).toContain(said);
  });

  test('in at least one test case per rule', () => {
    expect(Object.keys(composeRules).filter((rule) => !offences.some(([offended]) => offended === rule))).toEqual([]);
  });
});

test('Compose services are found by name and by network alias', () => {
  expect(networkNames(parseCompose(text))).toEqual(expect.arrayContaining(['kafka', 'query', 'itineraries-query', 'basemap-query']));
});
