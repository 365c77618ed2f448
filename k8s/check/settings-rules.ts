import { settings } from '@waystory/infra/config.ts';
import type { z } from 'zod';

const shape: Readonly<Record<string, z.ZodType>> = settings.shape;

/** Variables that the image and Node itself know beside the settings. */
const known = new Set(['NODE_ENV', 'NODE_OPTIONS']);

/** What is wrong with variables that a process of the product is given: unknown names, values that would end its start. */
export function settingProblems(variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    if (known.has(name)) return [];
    const setting = shape[name.replace(/_FILE$/, '')];
    if (!setting) return [`${name} is no setting of the product`];
    if (name.endsWith('_FILE')) return [];
    const parsed = setting.safeParse(value);
    return parsed.success ? [] : [`${name}: ${parsed.error.issues[0]?.message}`];
  });
}

/** An engine that must be told where it is when it is chosen. */
const addresses = [
  ['EVENT_STORE', 'eventstoredb', 'EVENTSTORE_URL'],
  ['BUS', 'kafka', 'KAFKA_BROKERS'],
  ['PROJECTIONS', 'mongodb', 'MONGODB_URL'],
  ['SEARCH', 'elasticsearch', 'ELASTICSEARCH_URL'],
  ['WORKFLOWS', 'temporal', 'TEMPORAL_ADDRESS'],
  ['BLOBS', 'azure', 'AZURE_STORAGE_URL'],
] as const;

/** Adapters that are chosen and have no address; Postgres is one of them where nothing else was chosen, and for the embedded sign-in. */
export function missingAddresses(variables: Readonly<Record<string, string>>): string[] {
  const has = (name: string): boolean => name in variables || `${name}_FILE` in variables;
  const others = addresses.filter(([engine, chosen]) => variables[engine] === chosen).map(([, , address]) => address);
  // Files are in a folder otherwise.
  const onPostgres = addresses.some(([engine, chosen]) => engine !== 'BLOBS' && variables[engine] !== chosen) || !has('OIDC_ISSUER');
  const wanted = [...(onPostgres ? ['DATABASE_URL'] : []), ...others];
  return wanted.filter((name) => !has(name)).map((name) => `${name} is not set, nor is ${name}_FILE`);
}

/** Whether whoever reaches the product may sign in with a password that everybody can read. */
export const offersReadyAccounts = ({ READY_ACCOUNTS }: Readonly<Record<string, string>>): boolean => READY_ACCOUNTS === 'everyone';

const isSecret = (name: string): boolean => /(PASSWORD|SECRET|_KEY|_HEADERS)$/.test(name);
const holdsPassword = /\/\/[^/\s@]*:[^/\s@]+@|AccountKey=|SharedAccessSignature=/;

/** Variables whose value is a secret, which belongs into a file that `<NAME>_FILE` names. */
export const secretsInSight = (variables: Readonly<Record<string, string>>): string[] =>
  Object.entries(variables)
    .filter(([name, value]) => !name.endsWith('_FILE') && (isSecret(name) || holdsPassword.test(value)))
    .map(([name]) => `${name} is a secret and in sight of everyone who may look at the process`);
