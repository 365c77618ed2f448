import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { argumentProblems, missingAddresses, missingRoleProblems, offersReadyAccounts, plainTextSecrets, settingProblems } from './product-rules.ts';

const service = z.looseObject({
  image: z.string(),
  profiles: z.array(z.string()).default([]),
  command: z.array(z.string()).default([]),
  entrypoint: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  network_mode: z.string().optional(),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.looseObject({ aliases: z.array(z.string()).default([]) }))]).default([]),
  ports: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  restart: z.string().optional(),
});
type Service = z.infer<typeof service>;

const composeFile = z.looseObject({ services: z.record(z.string(), service) });
/** Fields of a compose file that the rules use; compose-go validates the whole file. */
type ComposeFile = z.infer<typeof composeFile>;

/** Parses a compose file, with the default values of its variables. */
export const parseCompose = (text: string): ComposeFile =>
  composeFile.parse(parse(text.replaceAll(/(?<!\$)\$\{\w+:-([^}]*)\}/g, '$1'), { merge: true }));
/** Reads a compose file. */
export const readCompose = (path: string): ComposeFile => parseCompose(readFileSync(path, 'utf8'));

/** Returns the problems of a compose file, one line each. */
type ComposeRule = (file: ComposeFile) => string[];

const isProduct = ({ image }: Service): boolean => image.startsWith('waystory:');
const inProfile = ({ services }: ComposeFile, profile: string): [string, Service][] =>
  Object.entries(services).filter(([, { profiles }]) => profiles.includes(profile));
const perService =
  (only: (service: Service) => boolean, problems: (service: Service) => string[]): ComposeRule =>
  ({ services }) =>
    Object.entries(services).flatMap(([name, one]) => (only(one) ? problems(one).map((problem) => `${name}: ${problem}`) : []));
const everyService = (): boolean => true;

const profiles = ['default', 'engines', 'observability'];

/** Rules for docker-compose.yml, by the text of the check. */
export const composeRules: Readonly<Record<string, ComposeRule>> = {
  'every service is in one known profile': perService(everyService, (one) =>
    one.profiles.length === 1 && profiles.includes(one.profiles[0] ?? '') ? [] : [`is in ${one.profiles.join(', ') || 'no profile'}`],
  ),
  'the default profile is one process': (file) => {
    const names = inProfile(file, 'default').map(([name]) => name);
    return names.length === 1 ? [] : [`the profile default starts ${names.join(', ')}`];
  },
  'the product runs from one image': ({ services }) => {
    const images = new Set(
      Object.values(services)
        .filter(isProduct)
        .map(({ image }) => image),
    );
    return images.size === 1 ? [] : [`the product runs from ${images.size} images`];
  },
  'images name a version': perService(everyService, ({ image }) => (/:[^:/]*\d[^:/]*$/.test(image) ? [] : [`${image} names no version`])),
  'settings exist and are accepted': perService(isProduct, ({ environment }) => settingProblems(environment)),
  'many processes share their engines': (file) =>
    inProfile(file, 'engines').flatMap(([name, one]) =>
      isProduct(one) ? missingAddresses(one.environment).map((problem) => `${name}: ${problem}`) : [],
    ),
  'contexts and roles exist': perService(isProduct, ({ command }) => argumentProblems(command)),
  'every context and role is run by a process': (file) =>
    missingRoleProblems(inProfile(file, 'engines').flatMap(([, one]) => (isProduct(one) ? [one.command] : []))),
  'secrets come as files': perService(everyService, ({ environment }) => plainTextSecrets(environment)),
  'long-running services have a health check': perService(
    ({ restart }) => restart !== undefined,
    (one) => (one.healthcheck || isProduct(one) ? [] : ['has no health check']),
  ),
  'the product is confined': perService(isProduct, ({ read_only, cap_drop }) => [
    ...(read_only ? [] : ['may write to its root file system']),
    ...(cap_drop.includes('ALL') ? [] : ['keeps capabilities']),
  ]),
  'no service uses the network of the host': perService(everyService, ({ network_mode }) =>
    network_mode === 'host' ? ['is on the network of the host'] : [],
  ),
  'ports are published on loopback only': perService(everyService, ({ ports }) =>
    ports.filter((port) => !port.startsWith('127.0.0.1:')).map((port) => `publishes ${port}`),
  ),
  'ready accounts with public passwords are off by default': perService(isProduct, ({ environment }) =>
    offersReadyAccounts(environment) ? ['offers the ready accounts'] : [],
  ),
};

/** DNS names of services in their networks: service names and aliases. */
export const networkNames = ({ services }: ComposeFile): string[] =>
  Object.entries(services).flatMap(([name, { networks }]) => [
    name,
    ...(Array.isArray(networks) ? [] : Object.values(networks).flatMap(({ aliases }) => aliases)),
  ]);
