import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Permission to put one blob once, for every holder of the address. */
export interface UploadGrant {
  /** Address for a PUT with `content-type` and `x-ms-blob-type: BlockBlob`; absolute, or a path of the product. */
  uploadUrl: string;
  blobName: string;
  containerName: string;
  /** ISO 8601 UTC. */
  expiresAt: string;
}

export interface GrantRequest {
  /** A new name, see `blobName`. */
  blobName: string;
  mimeType: string;
  /** Largest upload, bytes. */
  maxSize: number;
  /** Lifetime, seconds. */
  lifetime: number;
}

export interface BlobInfo {
  /** Bytes. */
  size: number;
  /** Type given at the put. */
  mimeType: string;
}

export interface StoredBlob extends BlobInfo {
  /** The consumer reads it to its end or destroys it. */
  content: Readable;
}

/**
 * Stores blobs. Adapters: one file each beside this one; all run `contract.ts`. Every call may throw EngineUnavailable.
 * Names are segments joined by `/`, of letters, digits, `-`, `_` and `.`; other names throw InvalidBlobName.
 */
export interface Blobs {
  /** True when the store itself refuses uploads beyond their grant. Otherwise the caller must check `info` after the upload. */
  readonly checksUploads: boolean;
  /**
   * Grants one PUT of one blob until the expiry. While the blob exists, even emptied, a second PUT is refused.
   * A used upload is therefore replaced by an empty blob, and removed after the expiry.
   */
  grantUpload(request: GrantRequest): Promise<UploadGrant>;
  /** Stores a blob completely or not at all, replacing one of the same name. Errors of the content are rethrown. */
  put(blobName: string, content: Readable | Uint8Array, mimeType: string): Promise<void>;
  info(blobName: string): Promise<BlobInfo | null>;
  /** Null when missing. */
  read(blobName: string): Promise<StoredBlob | null>;
  /** Removing a missing blob does nothing. */
  remove(blobName: string): Promise<void>;
  /** Names with this prefix, sorted by character. */
  list(prefix: string): AsyncIterable<string>;
  /** Serves granted addresses, if the product itself must. */
  mount?(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}

/** Longest name and segment, characters, that every engine and file system accepts. */
const longestName = 500;
const longestWord = 200;

/** A segment neither begins nor ends with a dot: hidden files, `..`, and ends that some systems cut off. */
const word = `[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,${longestWord - 2}}[A-Za-z0-9_-])?`;
const name = new RegExp(`^${word}(?:/${word})*$`);
const type = /^[a-z0-9][a-z0-9.+-]{0,40}\/[a-z0-9][a-z0-9.+-]{0,40}$/;

/** An invalid name or type of a blob. */
export class InvalidBlobName extends Error {}

export const isBlobName = (text: string): boolean => text.length <= longestName && name.test(text);

/** Returns a valid name. @throws InvalidBlobName */
export function blobName(text: string): string {
  if (!isBlobName(text)) throw new InvalidBlobName(`No name of a blob: ${JSON.stringify(text.slice(0, longestName))}`);
  return text;
}

/** Returns a valid type such as `image/png`, without parameters. @throws InvalidBlobName */
export function blobType(text: string): string {
  if (!type.test(text)) throw new InvalidBlobName(`No type of a blob: ${JSON.stringify(text.slice(0, longestWord))}`);
  return text;
}
