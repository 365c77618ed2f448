import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline as piped, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';

const cipher = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

/** Entry of an encrypted backup file in the manifest. */
export const sealedFile = z.strictObject({
  /** Path below the backup's folder. */
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
});
export type SealedFile = z.output<typeof sealedFile>;

/** Folder and key of the encrypted files of one backup. */
export interface Vault {
  folder: string;
  key: BackupKey;
  /** Id of the backup. Its files cannot be decrypted as files of another backup. */
  id: string;
}

/** Associated data of the encryption: backup, file name and, in a chain, the preceding digest. */
const placeOf = ({ id }: Vault, name: string, before: string): Buffer => Buffer.from(`${id} ${name} ${before}`);

/** A new unique name, such as `log/0000000000000042-9f86d081884c7d65`. */
export const freshName = (kind: string, label: string): string => `${kind}/${label}-${randomBytes(8).toString('hex')}`;
/** True for a path that a backup may have written. */
export const isBackupPath = (path: string): boolean => /^(log|state|blobs)\/([0-9a-f]{2}\/)?[a-z0-9]+-[0-9a-f]{16}$/.test(path);

/**
 * Writes a compressed, encrypted file and syncs it to disk. No reader opens the file until a manifest names it.
 * @param before Digest of the preceding file in a chain.
 */
export async function writeSealed(vault: Vault, name: string, content: AsyncIterable<string | Uint8Array>, before = ''): Promise<SealedFile> {
  const path = join(vault.folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    const written = { bytes: 0, hash: createHash('sha256') };
    const put = async (part: Buffer): Promise<void> => {
      written.bytes += part.length;
      written.hash.update(part);
      await file.writeFile(part);
    };
    const nonce = randomBytes(nonceBytes);
    const sealing = createCipheriv(cipher, vault.key.bytes, nonce, { authTagLength: tagBytes }).setAAD(placeOf(vault, name, before));
    await put(nonce);
    await pipeline(content, createZstdCompress(), async (parts: AsyncIterable<Buffer>) => {
      for await (const part of parts) await put(sealing.update(part));
    });
    await put(Buffer.concat([sealing.final(), sealing.getAuthTag()]));
    await file.sync();
    return { name, bytes: written.bytes, sha256: written.hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** Decrypted content of a file. The caller must verify the file's digest first, because content arrives before the authentication tag. */
export async function readSealed(vault: Vault, { name, bytes }: SealedFile, before = ''): Promise<Readable> {
  const path = join(vault.folder, name);
  const file = await open(path, 'r');
  const [nonce, tag] = await Promise.all([part(file, 0, nonceBytes), part(file, bytes - tagBytes, tagBytes)]).finally(() => file.close());
  const opening = createDecipheriv(cipher, vault.key.bytes, nonce, { authTagLength: tagBytes })
    .setAAD(placeOf(vault, name, before))
    .setAuthTag(tag);
  const content = createZstdDecompress();
  // The last stream of the pipe emits all errors.
  piped(createReadStream(path, { start: nonceBytes, end: bytes - tagBytes - 1 }), opening, content, () => {});
  return content;
}

async function part(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw new Error('The file is shorter than it was');
  return buffer;
}

/** Describes the damage of a file; null when it is intact. */
export async function damageOf({ folder }: Vault, { name, bytes, sha256 }: SealedFile): Promise<string | null> {
  const hash = createHash('sha256');
  let length = 0;
  try {
    for await (const chunk of createReadStream(join(folder, name)) as AsyncIterable<Buffer>) {
      length += chunk.length;
      hash.update(chunk);
    }
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'is missing' : `cannot be read: ${String(error)}`;
  }
  if (length !== bytes) return `has ${length} bytes in place of ${bytes}`;
  return hash.digest('hex') === sha256 ? null : 'is not what was written';
}

/** @throws BackupRefused with the name of a damaged file. */
export async function requireIntact(vault: Vault, file: SealedFile): Promise<void> {
  const damage = await damageOf(vault, file);
  if (damage) throw new BackupRefused('backup/damaged', `The backup is damaged: ${file.name} ${damage}`);
}

/** Encryption key of a backup. */
export interface BackupKey {
  /** 32 bytes. */
  bytes: Buffer;
  /** Identifies the key without revealing it: 16 hex digits. */
  id: string;
}

/** @param base64 32 bytes, checked by the configuration. */
export function backupKeyOf(base64: string): BackupKey {
  const bytes = Buffer.from(base64, 'base64');
  return { bytes, id: createHmac('sha256', bytes).update('name of a backup key').digest('hex').slice(0, 16) };
}

/** Refusal of a backup or restore. The message gives the reason, and the remedy if one is known. */
export class BackupRefused extends Error {
  readonly code: BackupRefusal;
  constructor(code: BackupRefusal, message: string) {
    super(message);
    this.code = code;
  }
}

type BackupRefusal =
  | 'backup/busy'
  | 'backup/damaged'
  | 'backup/newer'
  | 'backup/no-backup'
  | 'backup/not-a-backup'
  | 'backup/nothing-before'
  | 'backup/other-log'
  | 'backup/target-not-empty'
  | 'backup/wrong-key';
