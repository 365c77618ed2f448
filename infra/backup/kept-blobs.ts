import { z } from 'zod';
import type { Blobs } from '../blobs/port.ts';
import type { Manifest, StateFile } from './manifest.ts';
import { freshName, mustBeWhole, readSealed, type SealedFile, sealedFile, type Vault, writeSealed } from './sealed-file.ts';
import { readState, writeState } from './state-file.ts';

/** Blobs that are copied at once. */
const lanes = 8;
/** From so many on, half of them gone at once looks like a disk that is not there. */
const fewBlobs = 100;

const keptBlob = z.strictObject({ name: z.string(), size: z.int(), mimeType: z.string(), file: sealedFile });
/** A blob, and which file has it. */
export type KeptBlob = z.output<typeof keptBlob>;
export type KeptBlobs = ReadonlyMap<string, KeptBlob>;

/** Blobs that a backup keeps: what is at a name there never changes, it only goes. */
export interface SettledBlobs {
  blobs: Pick<Blobs, 'list' | 'read'>;
  prefix: string;
  /** Told when so many are gone that they are kept in spite of it. */
  onManyGone: (gone: number, of: number) => void;
  /** They are to go all the same. */
  acceptGone: boolean;
}

export interface CopiedBlobs {
  kept: KeptBlobs;
  /** Whether all that there are is in it. */
  isWhole: boolean;
}

/** The blobs that a backup has, less those that are gone, and with `most` of those that are new. */
export async function withNewBlobs(vault: Vault, source: SettledBlobs, before: KeptBlobs, most = Number.POSITIVE_INFINITY): Promise<CopiedBlobs> {
  const names = await Array.fromAsync(source.blobs.list(source.prefix));
  const kept = withoutGone(before, new Set(names), source);
  const fresh = names.filter((name) => !before.has(name));
  const copying = fresh.slice(0, most).values();
  const copyInTurn = async (): Promise<void> => {
    // The lanes share what they take from.
    for (const name of copying) {
      const blob = await copyBlob(vault, source.blobs, name);
      if (blob) kept.set(name, blob);
    }
  };
  await Promise.all(Array.from({ length: lanes }, copyInTurn));
  return { kept, isWhole: fresh.length <= most };
}

function withoutGone(before: KeptBlobs, present: ReadonlySet<string>, { onManyGone, acceptGone }: SettledBlobs): Map<string, KeptBlob> {
  const left = [...before].filter(([name]) => present.has(name));
  const gone = before.size - left.length;
  if (acceptGone || before.size < fewBlobs || gone < before.size / 2) return new Map(left);
  onManyGone(gone, before.size);
  return new Map(before);
}

/** Null when it went in the meantime. */
async function copyBlob(vault: Vault, blobs: Pick<Blobs, 'read'>, name: string): Promise<KeptBlob | null> {
  const stored = await blobs.read(name);
  if (!stored) return null;
  const file = freshName('blobs', 'b');
  const { size, mimeType, content } = stored;
  return { name, size, mimeType, file: await writeSealed(vault, file.replace('/', `/${file.slice(-2)}/`), content) };
}

async function* linesOf(kept: KeptBlobs): AsyncGenerator<string> {
  for (const blob of [...kept.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))) yield JSON.stringify(blob satisfies KeptBlob);
}

/** What a manifest says of them. */
export async function describeBlobs(vault: Vault, kept: KeptBlobs, before: StateFile | null): Promise<Pick<Manifest, 'blobs' | 'blobBytes'>> {
  const blobBytes = [...kept.values()].reduce((sum, { size }) => sum + size, 0);
  return { blobs: await writeState(vault, 'blobs', () => linesOf(kept), before), blobBytes };
}

/** @throws BackupRefused when it is damaged: without it nobody knows which files there are. */
export async function readBlobList(vault: Vault, file: StateFile | null): Promise<KeptBlobs> {
  const kept = new Map<string, KeptBlob>();
  if (file) await mustBeWhole(vault, file);
  for await (const lines of readState(vault, file))
    for (const line of lines) {
      const blob = keptBlob.parse(JSON.parse(line));
      kept.set(blob.name, blob);
    }
  return kept;
}

export const filesOf = (kept: KeptBlobs): SealedFile[] => [...kept.values()].map(({ file }) => file);

/** Puts a blob where it was. */
export async function putBlob(vault: Vault, blobs: Pick<Blobs, 'put'>, { name, mimeType, file }: KeptBlob): Promise<void> {
  await blobs.put(name, await readSealed(vault, file), mimeType);
}
