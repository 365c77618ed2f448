import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { archiveChunks } from '../archive/archive-line.ts';
import { type BackupKey, BackupRefused, freshName, readSealed, sealedFile, type Vault, writeSealed } from './sealed-file.ts';

export const manifestName = 'manifest.json';
const format = 'waystory-backup/1';
const cipher = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

/** A part of the log: events with `after` < position <= `upTo`. */
const segment = sealedFile.extend({
  after: z.int(),
  upTo: z.int(),
  events: z.int(),
  /** Digest of all segments up to this one. */
  chain: z.string(),
});
export type Segment = z.output<typeof segment>;

/** A file that is replaced when its content changes. */
const stateFile = sealedFile.extend({ lines: z.int(), digest: z.string() });
export type StateFile = z.output<typeof stateFile>;

/** Complete list of the content of a backup. A file that the manifest does not name is no part of the backup. */
const manifest = z.strictObject({
  /** Time of publication, ISO 8601 UTC. */
  madeAt: z.string(),
  /** Everything acknowledged before this time is included, ISO 8601 UTC; empty before the first complete round. */
  asOf: z.string(),
  /** Token issuer, which determines account ids. */
  issuer: z.string(),
  /** The last event; null for an empty log. */
  last: z.strictObject({ id: z.string(), stream: z.string(), position: z.int() }).nullable(),
  segments: z.array(segment),
  /** Keys of personal data: the complete file, then additions. */
  keys: z.array(stateFile),
  /** Rows of tables without a port, and the migration steps of each owner. */
  tables: stateFile.nullable(),
  steps: z.record(z.string(), z.int()),
  /** List of blobs with their backup files. */
  blobs: stateFile.nullable(),
  blobBytes: z.int(),
});
export type Manifest = z.output<typeof manifest>;

/** The part of a manifest that is readable without the key. */
const head = z.strictObject({ format: z.string(), id: z.guid(), key: z.string(), sealed: z.base64() });
type Head = z.output<typeof head>;

export const chainDigest = (before: string, { sha256 }: Pick<Segment, 'sha256'>): string =>
  createHash('sha256').update(`${before} ${sha256}`).digest('hex');

/** Replaces the manifest atomically. */
export async function writeManifest({ folder, key, id }: Vault, content: Manifest): Promise<void> {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key.bytes, nonce, { authTagLength: tagBytes }).setAAD(placeOf(id));
  const sealed = Buffer.concat([nonce, sealing.update(JSON.stringify(content), 'utf8'), sealing.final(), sealing.getAuthTag()]);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `${manifestName}.draft`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ format, id, key: key.id, sealed: sealed.toString('base64') } satisfies Head)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, manifestName));
  await syncFolder(folder);
}

/**
 * Reads the manifest of a folder; null without one.
 * @throws BackupRefused when it has another key, is from a newer release, or is damaged.
 */
export async function readManifest(folder: string, key: BackupKey): Promise<{ vault: Vault; manifest: Manifest } | null> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const { id, sealed, ...named } = parsed(text, head);
  if (named.format !== format) throw new BackupRefused('backup/newer', `${folder} has the form ${named.format}, which this release does not know`);
  if (named.key !== key.id)
    throw new BackupRefused(
      'backup/wrong-key',
      `BACKUP_KEY is another key than ${folder} was sealed with: that one is ${named.key}, this one ${key.id}`,
    );
  return { vault: { folder, key, id }, manifest: parsed(opened(Buffer.from(sealed, 'base64'), key, id), manifest) };
}

const damaged = (): BackupRefused => new BackupRefused('backup/damaged', `The backup is damaged: ${manifestName} is not what was written`);
const placeOf = (id: string): Buffer => Buffer.from(`${id} ${manifestName}`);

function opened(bytes: Buffer, key: BackupKey, id: string): string {
  try {
    const opening = createDecipheriv(cipher, key.bytes, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(placeOf(id))
      .setAuthTag(bytes.subarray(-tagBytes));
    return opening.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + opening.final('utf8');
  } catch {
    throw damaged();
  }
}

function parsed<T>(text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw damaged();
  }
}

/** Syncs a folder, so that new file names survive a power cut. Some systems need not and cannot do this. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** Number of characters from which joined lines are passed to the compressor. */
const pieceLength = 64 * 1024;

/** Returns the current lines, read anew at each call. */
type Lines = () => AsyncIterable<string>;

/** Writes lines as a complete file, unless the previous file has the same content. */
export async function writeState(vault: Vault, kind: string, lines: Lines, before: StateFile | null): Promise<StateFile> {
  if (before && (await digestOf(lines)) === before.digest) return before;
  const written = { lines: 0, hash: createHash('sha256') };
  const measured = async function* (): AsyncGenerator<string> {
    for await (const piece of piecesOf(lines())) {
      written.lines += piece.lines;
      written.hash.update(piece.text);
      yield piece.text;
    }
  };
  const file = await writeSealed(vault, freshName('state', kind), measured());
  return { ...file, lines: written.lines, digest: written.hash.digest('hex') };
}

async function digestOf(lines: Lines): Promise<string> {
  const hash = createHash('sha256');
  for await (const { text } of piecesOf(lines())) hash.update(text);
  return hash.digest('hex');
}

/** Joins lines, because each piece costs a job of the compressor's thread. */
async function* piecesOf(lines: AsyncIterable<string>): AsyncGenerator<{ text: string; lines: number }> {
  let piece = { text: '', lines: 0 };
  for await (const line of lines) {
    piece.text += `${line}\n`;
    piece.lines += 1;
    if (piece.text.length < pieceLength) continue;
    yield piece;
    piece = { text: '', lines: 0 };
  }
  yield piece;
}

/** Yields the lines of a file in batches for one SQL statement each. */
export async function* readState(vault: Vault, file: StateFile | null): AsyncGenerator<string[]> {
  if (file) yield* archiveChunks(await readSealed(vault, file));
}
