import { z } from 'zod';
import type { Blobs } from '../blobs/port.ts';
import { type Manifest, readState, type StateFile, writeState } from './manifest.ts';
import { freshName, readSealed, requireIntact, type SealedFile, sealedFile, type Vault, writeSealed } from './sealed-file.ts';

/** Number of concurrent blob copies. */
const lanes = 8;
/** Number of blobs from which the loss of half of them is taken for a missing disk. */
const fewBlobs = 100;

const keptBlob = z.strictObject({ name: z.string(), size: z.int(), mimeType: z.string(), file: sealedFile });
/** A blob and the backup file that holds it. */
export type KeptBlob = z.output<typeof keptBlob>;
export type KeptBlobs = ReadonlyMap<string, KeptBlob>;

/** Blobs of a store in which names are immutable: a blob is added or removed, never changed. */
export interface ImmutableBlobs {
  blobs: Pick<Blobs, 'list' | 'read'>;
  prefix: string;
  /**
   * Called when at least half of a backup's blobs are missing in the store. The backup then keeps them all. Backups of fewer than 100 blobs are
   * exempt.
   */
  onManyGone: (gone: number, of: number) => void;
  /** True to remove missing blobs from the backup even when at least half are missing. */
  acceptGone: boolean;
}

export interface CopiedBlobs {
  kept: KeptBlobs;
  /** True when the backup holds every blob of the store. */
  isWhole: boolean;
}

/** Blobs of the backup, normally without those removed from the store, plus up to `most` new blobs. */
export async function withNewBlobs(vault: Vault, source: ImmutableBlobs, before: KeptBlobs, most = Number.POSITIVE_INFINITY): Promise<CopiedBlobs> {
  const names = await Array.fromAsync(source.blobs.list(source.prefix));
  const kept = withoutGone(before, new Set(names), source);
  const fresh = names.filter((name) => !before.has(name));
  const copying = fresh.slice(0, most).values();
  const copyInTurn = async (): Promise<void> => {
    // All workers take from one iterator.
    for (const name of copying) {
      const blob = await copyBlob(vault, source.blobs, name);
      if (blob) kept.set(name, blob);
    }
  };
  await Promise.all(Array.from({ length: lanes }, copyInTurn));
  return { kept, isWhole: fresh.length <= most };
}

function withoutGone(before: KeptBlobs, present: ReadonlySet<string>, { onManyGone, acceptGone }: ImmutableBlobs): Map<string, KeptBlob> {
  const left = [...before].filter(([name]) => present.has(name));
  const gone = before.size - left.length;
  if (acceptGone || before.size < fewBlobs || gone < before.size / 2) return new Map(left);
  onManyGone(gone, before.size);
  return new Map(before);
}

/** Copies a blob into the backup; null when the blob was removed during the run. */
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

/** Writes the list of blobs; returns its entry in the manifest. */
export async function writeBlobList(vault: Vault, kept: KeptBlobs, before: StateFile | null): Promise<Pick<Manifest, 'blobs' | 'blobBytes'>> {
  const blobBytes = [...kept.values()].reduce((sum, { size }) => sum + size, 0);
  return { blobs: await writeState(vault, 'blobs', () => linesOf(kept), before), blobBytes };
}

/** @throws BackupRefused when the list is damaged, because no other file names the blob files. */
export async function readBlobList(vault: Vault, file: StateFile | null): Promise<KeptBlobs> {
  const kept = new Map<string, KeptBlob>();
  if (file) await requireIntact(vault, file);
  for await (const lines of readState(vault, file))
    for (const line of lines) {
      const blob = keptBlob.parse(JSON.parse(line));
      kept.set(blob.name, blob);
    }
  return kept;
}

export const blobFilesOf = (kept: KeptBlobs): SealedFile[] => [...kept.values()].map(({ file }) => file);

/** Restores a blob. */
export async function restoreBlob(vault: Vault, blobs: Pick<Blobs, 'put'>, { name, mimeType, file }: KeptBlob): Promise<void> {
  await blobs.put(name, await readSealed(vault, file), mimeType);
}
