import { personalData } from '@waystory/proto/events/personal.ts';
import { z } from 'zod';
import type { RecordedEvent } from '../event-store/port.ts';
import { beforeFirstKey, type PersonalKey, type PersonalKeys } from '../personal-data/port.ts';
import type { Manifest, StateFile } from './manifest.ts';
import type { Vault } from './sealed-file.ts';
import { readState, writeState } from './state-file.ts';

const pageSize = 1_000;
/** Number of additional key files after which all are merged into one. */
const mostAdditions = 500;

export const keyLine = z.strictObject({ accountId: z.string(), life: z.int(), key: z.base64() });
export type KeyLine = z.output<typeof keyLine>;

const lineOf = ({ accountId, life, key }: PersonalKey): string =>
  JSON.stringify({ accountId, life, key: key?.toString('base64') ?? '' } satisfies KeyLine);

async function* allKeys(keys: Pick<PersonalKeys, 'list'>): AsyncGenerator<string> {
  for (let page = await keys.list(beforeFirstKey, pageSize); page.length > 0; page = await keys.list(page.at(-1) ?? beforeFirstKey, pageSize))
    yield* page.map(lineOf);
}

async function* keysOf(keys: Pick<PersonalKeys, 'read'>, owners: readonly string[]): AsyncGenerator<string> {
  for (let from = 0; from < owners.length; from += pageSize)
    yield* (await keys.read(owners.slice(from, from + pageSize))).filter(({ key }) => key !== null).map(lineOf);
}

/** Account whose key seals the event; null without personal data. */
export function ownerIn({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): string | null {
  const owner = personalData.get(type)?.owner;
  return owner === undefined ? null : String(data[owner]);
}

/** Writes all existing keys into one new file. Destroyed keys are in no file afterwards. */
export async function withAllKeys(vault: Vault, keys: Pick<PersonalKeys, 'list'>, before: Manifest['keys']): Promise<Manifest['keys']> {
  const [only = null, ...additions] = before;
  return [await writeState(vault, 'keys', () => allKeys(keys), additions.length === 0 ? only : null)];
}

/** Adds the keys of these accounts to the backup. */
export async function withKeysOf(
  vault: Vault,
  keys: Pick<PersonalKeys, 'list' | 'read'>,
  owners: readonly string[],
  before: Manifest['keys'],
): Promise<Manifest['keys']> {
  if (owners.length === 0) return before;
  if (before.length > mostAdditions) return withAllKeys(vault, keys, before);
  return [...before, await writeState(vault, 'keys', () => keysOf(keys, owners), null)];
}

/** Keys of a backup in batches; a key may occur twice. */
export async function* readKeys(vault: Vault, files: readonly StateFile[]): AsyncGenerator<string[]> {
  for (const file of files) yield* readState(vault, file);
}
