import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settings } from '@waystory/infra/config.ts';
import { definitions } from '@waystory/services/all.ts';
import { readArguments } from '@waystory/services/arguments.ts';
import type { z } from 'zod';
import { type Manifest, type ProductProcess, productProcesses } from './manifest.ts';

type Variables = Readonly<Record<string, string>>;
const shape: Readonly<Record<string, z.ZodType>> = settings.shape;

/** Environment variables of the image and of Node.js, besides the settings. */
const known = new Set(['NODE_ENV', 'NODE_OPTIONS']);

/** Problems of the environment variables of a process: unknown names, and values with which it would not start. */
export function settingProblems(variables: Variables): string[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    if (known.has(name)) return [];
    const setting = shape[name.replace(/_FILE$/, '')];
    if (!setting) return [`${name} is no setting of the product`];
    if (name.endsWith('_FILE')) return [];
    const parsed = setting.safeParse(value);
    return parsed.success ? [] : [`${name}: ${parsed.error.issues[0]?.message}`];
  });
}

/** Engines that need a URL when they are chosen. */
const addresses = [
  ['EVENT_STORE', 'eventstoredb', 'EVENTSTORE_URL'],
  ['BUS', 'kafka', 'KAFKA_BROKERS'],
  ['PROJECTIONS', 'mongodb', 'MONGODB_URL'],
  ['SEARCH', 'elasticsearch', 'ELASTICSEARCH_URL'],
  ['WORKFLOWS', 'temporal', 'TEMPORAL_ADDRESS'],
  ['BLOBS', 'azure', 'AZURE_STORAGE_URL'],
] as const;

/** Chosen engines without a URL. Postgres is chosen for every port without another engine, and for the embedded identity provider. */
export function missingAddresses(variables: Variables): string[] {
  const has = (name: string): boolean => name in variables || `${name}_FILE` in variables;
  const others = addresses.filter(([engine, chosen]) => variables[engine] === chosen).map(([, , address]) => address);
  // BLOBS is excluded, because its default is a folder.
  const onPostgres = addresses.some(([engine, chosen]) => engine !== 'BLOBS' && variables[engine] !== chosen) || !has('OIDC_ISSUER');
  const wanted = [...(onPostgres ? ['DATABASE_URL'] : []), ...others];
  return wanted.filter((name) => !has(name)).map((name) => `${name} is not set, nor is ${name}_FILE`);
}

/** Whether everyone may sign in with the public password of the ready accounts, not only this machine. */
export const offersReadyAccounts = ({ READY_ACCOUNTS }: Variables): boolean => READY_ACCOUNTS === 'everyone';

const isSecret = (name: string): boolean => /(PASSWORD|SECRET|_KEY|_HEADERS)$/.test(name);
const holdsPassword = /\/\/[^/\s@]*:[^/\s@]+@|AccountKey=|SharedAccessSignature=/;

/** Environment variables that contain a secret, which must be in a file with its path in `<NAME>_FILE`. */
export const plainTextSecrets = (variables: Variables): string[] =>
  Object.entries(variables)
    .filter(([name, value]) => !name.endsWith('_FILE') && (isSecret(name) || holdsPassword.test(value)))
    .map(([name]) => `${name} is a secret and in sight of everyone who may look at the process`);

/** Contexts and roles of a process with these arguments. @throws BadArguments */
function processOf(args: readonly string[]): { contexts: string[]; roles: readonly string[] } {
  const chosen = readArguments(args, definitions);
  return { contexts: chosen.definitions.map(({ name }) => name), roles: chosen.roles };
}

/** Problems of the arguments of a process. */
export function argumentProblems(args: readonly string[]): string[] {
  try {
    processOf(args);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Pairs of context and role that some process must run, for reads, writes, projections and reactors of each context. */
function neededRoles(): [context: string, role: string][] {
  return definitions.flatMap(({ name, routes, openRoutes = [], projections }): [string, string][] => {
    const methods = [...routes.map((bound) => bound.routes), ...openRoutes].flatMap((group) =>
      // Developer routes are served by one process only, so they need no role.
      Object.values(group).flatMap(({ method, access }) => (access === 'locales.write' ? [] : [method])),
    );
    const roles: readonly [role: string, isNeeded: boolean][] = [
      ['query', methods.includes('GET')],
      ['command', methods.some((method) => method !== 'GET')],
      ['projector', projections.length > 0],
      // A context with read models also has reactors, which run in the worker role.
      ['worker', projections.length > 0],
    ];
    return roles.filter(([, isNeeded]) => isNeeded).map(([role]): [string, string] => [name, role]);
  });
}

/** Problems: each pair of context and role, and the role relay, that none of the processes runs. */
export function missingRoleProblems(processes: readonly (readonly string[])[]): string[] {
  const running = processes.map(processOf);
  const serves = (context: string | null, role: string): boolean =>
    running.some(({ contexts, roles }) => roles.includes(role) && (context === null || contexts.includes(context)));
  const missing = neededRoles().filter(([context, role]) => !serves(context, role));
  return [
    ...missing.map(([context, role]) => `no process runs the role ${role} of ${context}`),
    ...(serves(null, 'relay') ? [] : ['no process runs the role relay']),
  ];
}

/** Returns the problems of manifests, one line each. */
type ManifestRule = (manifests: readonly Manifest[]) => string[];

const perProcess =
  (problems: (process: ProductProcess) => string[]): ManifestRule =>
  (manifests) =>
    productProcesses(manifests).flatMap((process) => problems(process).map((problem) => `${process.title}: ${problem}`));

/** A container with its own command is a one-off task, such as a migration. */
const isServer = ({ container }: ProductProcess): boolean => container.command.length === 0;

const root = fileURLToPath(new URL('../../', import.meta.url));

function programProblems({ container: { command, args } }: ProductProcess): string[] {
  const [program, file = ''] = command;
  if (program !== 'node' || !existsSync(`${root}${file}`)) return [`there is no ${command.join(' ')}`];
  const [action = ''] = args;
  return readFileSync(`${root}${file}`, 'utf8').includes(`'${action}'`) ? [] : [`${file} knows no ${action}`];
}

/** Rules that use the product's code, by the text of the check; all other rules are Rego, in `policy/`. */
export const productRules: Readonly<Record<string, ManifestRule>> = {
  'settings exist and are accepted': perProcess(({ variables }) => [...settingProblems(variables), ...missingAddresses(variables)]),
  'contexts and roles exist': perProcess((process) => (isServer(process) ? argumentProblems(process.container.args) : [])),
  'programs of one-off tasks exist': perProcess((process) => (isServer(process) ? [] : programProblems(process))),
  'every context and role is run': (manifests) =>
    missingRoleProblems(
      productProcesses(manifests)
        .filter((process) => !process.isJob && isServer(process))
        .map(({ container }) => container.args),
    ),
  'variables hold no secrets': perProcess(({ variables }) => plainTextSecrets(variables)),
};

/** Additional rules for the production overlay. */
export const productionRules: Readonly<Record<string, ManifestRule>> = {
  'accounts with a published password are closed': perProcess(({ variables }) =>
    offersReadyAccounts(variables) ? ['offers the ready accounts'] : [],
  ),
};
